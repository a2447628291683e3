import { useCallback, useEffect, useState } from 'react';
import { withLock } from '#pwa/store/database/lock.ts';

/** `elsewhere`: another tab of this browser edits the course. */
export type CourseLock = 'requesting' | 'held' | 'elsewhere';

/**
 * When a page is reloaded, the old one releases the lock a moment after the new one requests it, usually
 * within this time.
 */
const LOCK_TIMEOUT_MS = 700;

/** How the lock is requested; a new object starts a new request. */
interface LockRequest {
  readonly isTaking: boolean;
}

/**
 * Lets one tab at a time edit a course, because two would overwrite each other's drafts. A tab without the
 * lock says so and waits until the other releases it. `take` takes the lock at once; the other tab has stored
 * its drafts by then and waits in turn.
 */
export function useCourseLock(name: string): { lock: CourseLock; take: () => void } {
  const [lock, setLock] = useState<CourseLock>('requesting');
  const [lockRequest, setLockRequest] = useState<LockRequest>({ isTaking: false });
  useEffect(() => {
    let isUnmounted = false;
    let release = () => {};
    const untilReleased = new Promise<void>((resolve) => {
      release = resolve;
    });
    const waiting = new AbortController();
    const timer = setTimeout(() => setLock('elsewhere'), LOCK_TIMEOUT_MS);
    const hold = async () => {
      clearTimeout(timer);
      if (isUnmounted) return;
      setLock('held');
      await untilReleased;
    };
    const options = lockRequest.isTaking ? { stealAfterMs: 0 } : { signal: waiting.signal };
    withLock(name, hold, options).catch(() => {
      // Another tab took it.
      if (isUnmounted) return;
      setLock('elsewhere');
      setLockRequest({ isTaking: false });
    });
    return () => {
      isUnmounted = true;
      clearTimeout(timer);
      waiting.abort();
      release();
    };
  }, [name, lockRequest]);
  const take = useCallback(() => setLockRequest({ isTaking: true }), []);
  return { lock, take };
}
