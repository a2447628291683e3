import * as v from 'valibot';
import { isLasting, readItem, removeItem, writeItem } from './local-storage.ts';
import { readTabItem, removeTabItem, writeTabItem } from './tab-storage.ts';

/**
 * The text of a form without a private store, because the user is signed out or the text is not worth one.
 * Passwords are never part of it.
 */
export interface FormDraft<Value> {
  /** Returns the stored text; null if there is none, or if another version wrote an unreadable one. */
  read(): Value | null;
  write(value: Value): void;
  /** Whether what is written, or would be, outlives the tab. */
  isLasting(): boolean;
  remove(): void;
}

type Schema<Value> = v.GenericSchema<unknown, Value>;

/** A draft that survives the tab, until it is sent or the user removes it. */
export function deviceDraft<Value>(key: `carrel.${string}`, schema: Schema<Value>): FormDraft<Value> {
  return {
    read: () => parse(readItem(key), schema),
    write: (value) => writeItem(key, JSON.stringify(value)),
    isLasting: () => isLasting(key),
    remove: () => {
      if (readItem(key) !== null) removeItem(key);
    },
  };
}

/** A draft that ends with the tab, for text that should not stay on a shared device. */
export function tabDraft<Value>(key: `carrel.${string}`, schema: Schema<Value>): FormDraft<Value> {
  return {
    read: () => parse(readTabItem(key), schema),
    write: (value) => writeTabItem(key, JSON.stringify(value)),
    isLasting: () => false,
    remove: () => removeTabItem(key),
  };
}

function parse<Value>(text: string | null, schema: Schema<Value>): Value | null {
  if (text === null) return null;
  try {
    const parsed = v.safeParse(schema, JSON.parse(text));
    return parsed.success ? parsed.output : null;
  } catch {
    return null;
  }
}
