import { startTransition, useDeferredValue, useEffect, useState } from 'react';

/** Enough to fill the tallest screen. */
const FIRST = 12;

/**
 * The rows to render now: the first dozen when a list opens, and the rest after they are painted, so that a
 * long page opens as fast as a short one.
 */
export function useFirstRows<T>(rows: readonly T[]): readonly T[] {
  const isLong = rows.length > FIRST;
  const [isPainted, setIsPainted] = useState(false);
  useEffect(() => {
    // Without a frame in between, React would often draw the rest before the browser has painted the first rows.
    if (isLong && !isPainted) return afterPaint(() => startTransition(() => setIsPainted(true)));
    return undefined;
  }, [isLong, isPainted]);
  // At least the first dozen: otherwise a list that was empty while it was read would render empty once more.
  const count = Math.max(FIRST, useDeferredValue(rows.length, FIRST));
  if (!isPainted) return isLong ? rows.slice(0, FIRST) : rows;
  return count >= rows.length ? rows : rows.slice(0, count);
}

/** Calls `work` once a frame has been painted: when the next one begins. Returns the way to cancel it. */
function afterPaint(work: () => void): () => void {
  let frame = requestAnimationFrame(() => {
    frame = requestAnimationFrame(work);
  });
  return () => cancelAnimationFrame(frame);
}
