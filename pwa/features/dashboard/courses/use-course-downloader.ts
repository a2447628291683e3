import { useCallback, useEffect, useRef, useState } from 'react';
import { useIsOnline } from '#pwa/session/use-is-online.ts';
import { downloadCourse } from '#pwa/sync/pull/refresh.ts';
import { describeFailure } from '#schema/messages/user-facing-error.ts';

/** A course is being fetched, or the fetch failed with a message. */
type CourseDownloadState = 'busy' | { readonly problem: string };

export interface CourseDownloader {
  /** Why the course could not be fetched. */
  readonly problemOf: (courseId: string) => string | undefined;
  readonly isOnline: boolean;
  /** Whether it is being fetched, is about to be, or is being stored. */
  readonly isComing: (courseId: string) => boolean;
  readonly download: (courseId: string) => void;
}

/**
 * Downloads unlocked courses: each of `missingIds` automatically, once per connection, and again at the
 * learner's request.
 */
export function useCourseDownloader(missingIds: readonly string[]): CourseDownloader {
  const isConnected = useIsOnline();
  const [states, setStates] = useState<ReadonlyMap<string, CourseDownloadState>>(new Map());

  const download = useCallback((courseId: string) => {
    const note = (state: CourseDownloadState) => setStates((before) => new Map(before).set(courseId, state));
    const forget = () => setStates((before) => new Map([...before].filter(([id]) => id !== courseId)));
    note('busy');
    downloadCourse(courseId).then(forget, (error: unknown) => note({ problem: describeFailure(error) }));
  }, []);

  const tried = useRef(new Set<string>());
  const missing = missingIds.join(' ');
  useEffect(() => {
    if (!isConnected) tried.current.clear();
    for (const courseId of missing.split(' ')) {
      if (!isConnected || courseId === '' || tried.current.has(courseId)) continue;
      tried.current.add(courseId);
      download(courseId);
    }
  }, [isConnected, missing, download]);

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
  return { problemOf, isOnline: isConnected, isComing, download };
}
