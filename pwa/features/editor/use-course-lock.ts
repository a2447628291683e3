import { useCallback, useEffect, useState } from 'react';

/** `elsewhere`: another tab of this browser edits the course. */
export type CourseLock = 'asking' | 'held' | 'elsewhere';

/**
 * When a page is reloaded, the old one releases the lock a moment after the new one requests it, usually
 * within this time.
 */
const PATIENCE_MS = 700;

/** How the lock is requested; a new object starts a new request. */
interface Asking {
  readonly isTaking: boolean;
}

/**
 * Lets one tab at a time edit a course, because two would overwrite each other's drafts. A tab without the
 * lock says so and waits until the other releases it. `take` takes the lock at once; the other tab has stored
 * its drafts by then and waits in turn.
 */
export function useCourseLock(name: string): { lock: CourseLock; take: () => void } {
  const [lock, setLock] = useState<CourseLock>('locks' in navigator ? 'asking' : 'held');
  const [asking, setAsking] = useState<Asking>({ isTaking: false });
  useEffect(() => {
    if (!('locks' in navigator)) return;
    let isGone = false;
    let release = () => {};
    const untilReleased = new Promise<void>((resolve) => {
      release = resolve;
    });
    const waiting = new AbortController();
    const timer = setTimeout(() => setLock('elsewhere'), PATIENCE_MS);
    const hold = () => {
      clearTimeout(timer);
      if (!isGone) setLock('held');
      return isGone ? undefined : untilReleased;
    };
    const options = asking.isTaking ? { steal: true } : { signal: waiting.signal };
    navigator.locks.request(name, options, hold).catch(() => {
      // Another tab took it.
      if (isGone) return;
      setLock('elsewhere');
      setAsking({ isTaking: false });
    });
    return () => {
      isGone = true;
      clearTimeout(timer);
      waiting.abort();
      release();
    };
  }, [name, asking]);
  const take = useCallback(() => setAsking({ isTaking: true }), []);
  return { lock, take };
}
