import { generateKeyBetween } from 'fractional-indexing';
import { serverMessages } from '#schema/server-messages.ts';
import { ApiError } from '../http/api-error.ts';

interface Versioned {
  readonly version: number;
}

/**
 * Lets an edit through that was made on the row as it stands. Throws ApiError 412 with what `read`
 * answers as `current` when somebody else was first.
 */
export async function requireVersion(
  row: Versioned,
  ifMatch: number | null,
  read: () => Promise<unknown>,
): Promise<void> {
  if (ifMatch === null || ifMatch === row.version) return;
  throw new ApiError('version_conflict', { current: await read() });
}

/**
 * The place of a new row: the given one, else behind all `siblings`. Throws ApiError 400 when the given
 * one is no fractional key, because nothing could ever be put behind it.
 */
export function placeOf(given: string | undefined, siblings: readonly string[]): string {
  if (given !== undefined) return requirePosition(given);
  const last = siblings.reduce<string | null>((max, key) => (max === null || key > max ? key : max), null);
  return generateKeyBetween(last, null);
}

/** Throws ApiError 400 when the key is no fractional key. */
export function requirePosition(key: string): string {
  try {
    generateKeyBetween(key, null);
    return key;
  } catch {
    const message = serverMessages.positionInvalid;
    throw new ApiError('invalid_input', { message, fields: { position: message } });
  }
}

/** Fields that an edit may name; those that it leaves out are undefined. */
type Given<T> = { readonly [K in keyof T]?: T[K] | undefined };

/** Those of the fields that are given and differ from the row; null when nothing would change. */
export function changedFields<T extends object>(row: T, given: Given<T>): Partial<T> | null {
  const changed: Partial<T> = {};
  for (const key of keysOf(given)) {
    const value = given[key];
    if (value !== undefined && value !== row[key]) changed[key] = value;
  }
  return Object.keys(changed).length === 0 ? null : changed;
}

function keysOf<T extends object>(given: Given<T>): (keyof T)[] {
  const isKey = (key: string): key is string & keyof T => key in given;
  return Object.keys(given).filter(isKey);
}
