import { useCallback, useEffect, useState } from 'react';

/** `elsewhere`: another tab of this browser edits the course. */
export type CourseLock = 'asking' | 'held' | 'elsewhere';

/** A page that is just being reloaded lets go a moment after the new one asks; most have it by then. */
const PATIENCE_MS = 700;

/** How the course is asked for; a new object is a new question. */
interface Asking {
  readonly isTaking: boolean;
}

/**
 * One tab edits a course at a time, because two would write over each other's drafts. A tab that does not have
 * it says so and waits: it gets the course when the other one lets go. `take` brings it here at once; the other
 * tab has written everything down by then and waits in its turn.
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
