import { useCallback, useEffect, useState } from 'react';
import { useIsOnline } from './use-is-online.ts';

export interface Refreshing {
  /** Why the last fetch failed, as a sentence; null when it did not. */
  readonly problem: string | null;
  readonly isBusy: boolean;
  readonly isOnline: boolean;
  readonly refresh: () => void;
}

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
  const refresh = useCallback(() => {
    setRunning((count) => count + 1);
    work()
      .then(
        () => setProblem(null),
        (error: unknown) => setProblem(error instanceof Error ? error.message : String(error)),
      )
      .finally(() => setRunning((count) => count - 1));
  }, [work]);
  const [wasOnline, setWasOnline] = useState<boolean | null>(null);
  useEffect(() => {
    if (wasOnline === isOnline) return;
    setWasOnline(isOnline);
    // At first whatever the line; then each time that it comes back.
    if (wasOnline === null || isOnline) refresh();
  }, [wasOnline, isOnline, refresh]);
  return { problem, isBusy: running > 0, isOnline, refresh };
}
