import { useDeferredValue } from 'react';
import { useIsPainted } from '../use-is-painted.ts';

/** Enough to fill the tallest screen. */
const FIRST = 12;

/**
 * The rows to render now: the first dozen when a list opens, and the rest after they are painted, so that a
 * long page opens as fast as a short one.
 */
export function useFirstRows<T>(rows: readonly T[]): readonly T[] {
  const isLong = rows.length > FIRST;
  const isPainted = useIsPainted(isLong);
  // At least the first dozen: otherwise a list that was empty while it was read would render empty once more.
  const count = Math.max(FIRST, useDeferredValue(rows.length, FIRST));
  if (!isPainted) return isLong ? rows.slice(0, FIRST) : rows;
  return count >= rows.length ? rows : rows.slice(0, count);
}
