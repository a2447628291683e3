import { useCallback, useEffect, useRef, useState } from 'react';
import { describeFailure } from '#schema/spoken-error.ts';
import { useIsOnline } from './use-is-online.ts';

export interface Refreshing {
  /** Why the last fetch failed, as a sentence; null when it did not. */
  readonly problem: string | null;
  readonly isBusy: boolean;
  readonly isOnline: boolean;
  readonly refresh: () => void;
}

/** Where a single call fails while others succeed, the line seems to come and go: that is no reason to hurry. */
const PAUSE_MS = 5_000;

/**
 * Fetches into the device's store when the page opens and whenever the line comes back; the page only
 * ever reads the store.
 *
 * @param work a function of the module, not of the render: another one is another fetch
 */
export function useRefresh(work: () => Promise<void>): Refreshing {
  const isOnline = useIsOnline();
  const [problem, setProblem] = useState<string | null>(null);
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
    // At first whatever the line, for it may be better than its reputation.
    if (triedAt.current === null) refresh();
    else if (isOnline) {
      const timer = setTimeout(refresh, Math.max(0, triedAt.current + PAUSE_MS - Date.now()));
      return () => clearTimeout(timer);
    }
    return undefined;
  }, [isOnline, refresh]);
  return { problem, isBusy: running > 0, isOnline, refresh };
}
