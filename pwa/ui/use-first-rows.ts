import { useDeferredValue } from 'react';

/** As many as fill the tallest screen. */
const FIRST = 12;

/**
 * The rows to draw now: the first dozen when a list opens, and the rest right after they have been painted, so
 * that a long page opens as fast as a short one.
 */
export function useFirstRows<T>(rows: readonly T[]): readonly T[] {
  // Never fewer than the first dozen: a list that was empty while it was read would else be empty once more.
  const count = Math.max(FIRST, useDeferredValue(rows.length, FIRST));
  return count >= rows.length ? rows : rows.slice(0, count);
}
