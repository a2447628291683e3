import * as v from 'valibot';

/** An object of a JSON file. What it contains is not known. */
export type JsonObject = Readonly<Record<string, unknown>>;

const ObjectShape = v.record(v.string(), v.unknown());
const ListShape = v.array(v.unknown());

/** An empty object for anything else. */
export function objectOf(value: unknown): JsonObject {
  const parsed = v.safeParse(ObjectShape, value);
  return parsed.success ? parsed.output : {};
}

/** The objects of a list; an empty list for anything else. */
export function objectsOf(value: unknown): JsonObject[] {
  const parsed = v.safeParse(ListShape, value);
  return parsed.success ? parsed.output.map(objectOf) : [];
}

export const isList = (value: unknown): boolean => v.is(ListShape, value);

/** The texts of a list; an empty list for anything else. */
export function stringsOf(value: unknown): string[] {
  const parsed = v.safeParse(ListShape, value);
  return parsed.success ? parsed.output.map(stringOf).filter((text) => text !== '') : [];
}

/** Trimmed; empty for anything but text. */
export const stringOf = (value: unknown): string => (typeof value === 'string' ? value.trim() : '');
