import { useCallback, useEffect, useRef, useState } from 'react';
import { describeFailure } from '#schema/messages/user-facing-error.ts';
import { useIsOnline } from '../use-is-online.ts';

export interface Refreshing {
  /** Why the last fetch failed, as a sentence; null if it succeeded. */
  readonly problem: string | null;
  readonly isBusy: boolean;
  readonly isOnline: boolean;
  readonly refresh: () => void;
}

/**
 * If a single call fails while others succeed, the connection seems to come and go: do not retry early then.
 */
const PAUSE_MS = 5_000;

/**
 * Fetches into the device's store when the page opens and whenever the connection comes back; the page reads
 * only the store.
 *
 * @param work a module-level function: a new function on each render would fetch each time
 */
export function useRefresh(work: () => Promise<void>): Refreshing {
  const isOnline = useIsOnline();
  const [problem, setProblem] = useState<string | null>(null);
  const [wasOnline, setWasOnline] = useState(isOnline);
  if (wasOnline !== isOnline) {
    setWasOnline(isOnline);
    // The failure was that of the lost connection. The next attempt follows within five seconds.
    if (isOnline) setProblem(null);
  }
  const [running, setRunning] = useState(0);
  const triedAt = useRef<number | null>(null);
  const refresh = useCallback(() => {
    triedAt.current = Date.now();
    setRunning((count) => count + 1);
    work()
      .then(
        () => setProblem(null),
        (error: unknown) => setProblem(describeFailure(error)),
      )
      .finally(() => setRunning((count) => count - 1));
  }, [work]);
  useEffect(() => {
    // The first time regardless of the connection's status, which may be outdated.
    if (triedAt.current === null) refresh();
    else if (isOnline) {
      const timer = setTimeout(refresh, Math.max(0, triedAt.current + PAUSE_MS - Date.now()));
      return () => clearTimeout(timer);
    }
    return undefined;
  }, [isOnline, refresh]);
  return { problem, isBusy: running > 0, isOnline, refresh };
}
