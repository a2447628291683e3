import { useCallback, useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { describeFailure } from '#schema/spoken-error.ts';
import { isOnline, watchConnectivity } from '../../sync/connectivity.ts';
import { keepCourse } from '../../sync/refresh.ts';

/** A course is being fetched, or the fetch failed with a message. */
type KeepingState = 'busy' | { readonly problem: string };

export interface Keeper {
  /** Why the course could not be fetched. */
  readonly problemOf: (courseId: string) => string | undefined;
  readonly isOnline: boolean;
  /** Whether it is being fetched, is about to be, or is being stored. */
  readonly isComing: (courseId: string) => boolean;
  readonly keep: (courseId: string) => void;
}

/**
 * Downloads unlocked courses: each of `missingIds` automatically, once per connection, and again at the
 * learner's request.
 */
export function useKeeper(missingIds: readonly string[]): Keeper {
  const isConnected = useSyncExternalStore(watchConnectivity, isOnline);
  const [states, setStates] = useState<ReadonlyMap<string, KeepingState>>(new Map());

  const keep = useCallback((courseId: string) => {
    const note = (state: KeepingState) => setStates((before) => new Map(before).set(courseId, state));
    const forget = () => setStates((before) => new Map([...before].filter(([id]) => id !== courseId)));
    note('busy');
    keepCourse(courseId).then(forget, (error: unknown) => note({ problem: describeFailure(error) }));
  }, []);

  const tried = useRef(new Set<string>());
  const missing = missingIds.join(' ');
  useEffect(() => {
    if (!isConnected) tried.current.clear();
    for (const courseId of missing.split(' ')) {
      if (!isConnected || courseId === '' || tried.current.has(courseId)) continue;
      tried.current.add(courseId);
      keep(courseId);
    }
  }, [isConnected, missing, keep]);

  // Without a state, it is about to be fetched, or is stored but not read yet: showing another state for one
  // frame would flicker.
  const isComing = (courseId: string) => {
    const state = states.get(courseId);
    return state === 'busy' || (state === undefined && isConnected && missingIds.includes(courseId));
  };
  const problemOf = (courseId: string) => {
    const state = states.get(courseId);
    return state === 'busy' ? undefined : state?.problem;
  };
  return { problemOf, isOnline: isConnected, isComing, keep };
}
