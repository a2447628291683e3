import { useDeferredValue } from 'react';

/** Enough to fill the tallest screen. */
const FIRST = 12;

/**
 * The rows to render now: the first dozen when a list opens, and the rest after they are painted, so that a
 * long page opens as fast as a short one.
 */
export function useFirstRows<T>(rows: readonly T[]): readonly T[] {
  // At least the first dozen: otherwise a list that was empty while it was read would render empty once more.
  const count = Math.max(FIRST, useDeferredValue(rows.length, FIRST));
  return count >= rows.length ? rows : rows.slice(0, count);
}
