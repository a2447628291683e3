import { useCallback, useEffect, useState } from 'react';

/** `elsewhere`: another tab of this browser edits the course. */
export type CourseLock = 'asking' | 'held' | 'elsewhere';

/** A page that is just being reloaded lets go a moment after the new one asks. */
const PATIENCE_MS = 700;

/**
 * One tab edits a course at a time, because two would write over each other's drafts. `take` brings the
 * course here; the other tab has written everything down by then and shows that it went on elsewhere.
 */
export function useCourseLock(name: string): { lock: CourseLock; take: () => void } {
  const [lock, setLock] = useState<CourseLock>('locks' in navigator ? 'asking' : 'held');
  const [isTaking, setIsTaking] = useState(false);
  useEffect(() => {
    if (!('locks' in navigator)) return;
    let isGone = false;
    let release = () => {};
    const untilReleased = new Promise<void>((resolve) => {
      release = resolve;
    });
    const patience = new AbortController();
    const timer = setTimeout(() => patience.abort(), PATIENCE_MS);
    const hold = () => {
      clearTimeout(timer);
      if (!isGone) setLock('held');
      return isGone ? undefined : untilReleased;
    };
    const options = isTaking ? { steal: true } : { signal: patience.signal };
    navigator.locks.request(name, options, hold).catch(() => {
      if (isGone) return;
      setLock('elsewhere');
      setIsTaking(false);
    });
    return () => {
      isGone = true;
      clearTimeout(timer);
      patience.abort();
      release();
    };
  }, [name, isTaking]);
  const take = useCallback(() => setIsTaking(true), []);
  return { lock, take };
}
