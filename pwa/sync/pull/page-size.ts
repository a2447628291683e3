import { PULL_MAX_CHARACTERS, PULL_MIN_CHARACTERS } from '#schema/limits.ts';

/** About half a minute at 64 kbit/s, compressed. */
const FIRST_CHARACTERS = 512 * 1024;
const QUICK_MS = 3_000;
const SLOW_MS = 20_000;

/** The size of the pages to request: a page that the connection cannot carry must not be requested again. */
export interface PageSize {
  /** In characters. */
  current(): number;
  /** Adapts the size to the last page: `durationMs` from its request to its end. */
  note(page: { readonly isReceived: boolean; readonly durationMs: number }): void;
}

/**
 * Halves with each page that was not received or took long, doubles with each that was quick. Kept in memory: a
 * page that is opened again may be on another network.
 */
export function createPageSize(): PageSize {
  let characters = FIRST_CHARACTERS;
  return {
    current: () => characters,
    note: ({ isReceived, durationMs }) => {
      if (!isReceived || durationMs > SLOW_MS) characters = Math.max(characters / 2, PULL_MIN_CHARACTERS);
      else if (durationMs < QUICK_MS) characters = Math.min(characters * 2, PULL_MAX_CHARACTERS);
    },
  };
}
