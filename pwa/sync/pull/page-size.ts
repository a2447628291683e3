import { PULL_MAX_CHARACTERS, PULL_MIN_CHARACTERS } from '#schema/limits.ts';

/** About half a minute at 64 kbit/s, compressed. */
const FIRST_CHARACTERS = 512 * 1024;
const QUICK_MS = 3_000;
const SLOW_MS = 20_000;
/** Quick pages until a size that failed is tried again. */
const QUICK_PAGES = 8;

/** The size of the pages to request: a page that the connection cannot carry must not be requested again. */
export interface PageSize {
  /** In characters. */
  current(): number;
  /** Adapts the size to the last page: `durationMs` from its request to its end. */
  note(page: { readonly isReceived: boolean; readonly durationMs: number }): void;
}

/**
 * Halves with each page that was not received or took long, doubles with each that was quick; a size that was too
 * large is tried again only after several quick pages. Kept in memory: a page that is opened again may be on
 * another network.
 */
export function createPageSize(): PageSize {
  let characters = FIRST_CHARACTERS;
  let tooLarge = Number.POSITIVE_INFINITY;
  let quickPages = 0;
  return {
    current: () => characters,
    note: ({ isReceived, durationMs }) => {
      if (!isReceived || durationMs > SLOW_MS) {
        tooLarge = characters;
        quickPages = 0;
        characters = Math.max(characters / 2, PULL_MIN_CHARACTERS);
      } else if (durationMs < QUICK_MS) {
        quickPages += 1;
        const isTried = characters * 2 < tooLarge || quickPages >= QUICK_PAGES;
        if (isTried) characters = Math.min(characters * 2, PULL_MAX_CHARACTERS);
      }
    },
  };
}
