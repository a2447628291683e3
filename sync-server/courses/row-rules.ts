import { generateKeyBetween } from 'fractional-indexing';
import { serverMessages } from '#schema/messages/server-messages.ts';
import { ApiError } from '../http/reply/api-error.ts';

interface Versioned {
  readonly version: number;
}

/**
 * Accepts an edit that was based on the current row version. Otherwise throws ApiError 412 with the result of
 * `read` as `current`.
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
 * Returns the position of a new row: the given one, otherwise after all `siblings`. Throws ApiError 400 when
 * the given one is not a fractional key, because nothing could be inserted after it.
 */
export function newPosition(
  given: string | undefined,
  siblings: readonly { readonly position: string }[],
): string {
  if (given !== undefined) return requirePosition(given);
  const last = siblings.reduce<string | null>(
    (max, { position }) => (max === null || position > max ? position : max),
    null,
  );
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

/** The editable fields; omitted ones are undefined. */
type Given<T> = { readonly [K in keyof T]?: T[K] | undefined };

/** Returns the given fields that differ from the row; null when nothing would change. */
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
