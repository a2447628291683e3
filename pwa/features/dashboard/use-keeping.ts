import { useCallback, useEffect, useState, useSyncExternalStore } from 'react';
import { isOnline, watchConnectivity } from '../../sync/connectivity.ts';
import { keepCourse } from '../../sync/refresh.ts';

/** What is going on with courses that are not on this device: fetched now, or the sentence of a failure. */
export type Keeping = ReadonlyMap<string, 'busy' | { readonly problem: string }>;

export interface Keeper {
  readonly keeping: Keeping;
  readonly isOnline: boolean;
  readonly keep: (courseId: string) => void;
}

/**
 * Brings unlocked courses to the device: each of `missingIds` once by itself as soon as there is a
 * connection, and again whenever the learner asks.
 */
export function useKeeper(missingIds: readonly string[]): Keeper {
  const isConnected = useSyncExternalStore(watchConnectivity, isOnline);
  const [keeping, setKeeping] = useState<Keeping>(new Map());

  const keep = useCallback((courseId: string) => {
    const note = (state: 'busy' | { problem: string } | null) =>
      setKeeping((before) => {
        const after = new Map(before);
        if (state === null) after.delete(courseId);
        else after.set(courseId, state);
        return after;
      });
    note('busy');
    keepCourse(courseId).then(
      () => note(null),
      (error: unknown) => note({ problem: error instanceof Error ? error.message : String(error) }),
    );
  }, []);

  const missing = missingIds.join(' ');
  useEffect(() => {
    if (!isConnected || missing === '') return;
    for (const courseId of missing.split(' ')) keep(courseId);
  }, [isConnected, missing, keep]);

  return { keeping, isOnline: isConnected, keep };
}
