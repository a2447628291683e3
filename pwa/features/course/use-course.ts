import { useCallback, useEffect, useState } from 'react';
import { CallError } from '#pwa/api/call.ts';
import { findShownCourse } from '#pwa/session/queries/use-catalogue.ts';
import { useLatePrivateQuery } from '#pwa/session/queries/use-late-private-query.ts';
import { usePublicQuery } from '#pwa/session/queries/use-public-query.ts';
import { findCourse } from '#pwa/store/public/catalogue.ts';
import { refreshCourse } from '#pwa/sync/pull/refresh-catalogue.ts';
import type { Course } from '#schema/courses/course.ts';
import { describeFailure } from '#schema/messages/user-facing-error.ts';

export interface CourseView {
  readonly state: 'loading' | 'found' | 'notFound' | 'failed';
  readonly course: Course | null;
  /** Why the last fetch failed, as a sentence; a course may be shown nevertheless. */
  readonly problem: string | null;
  readonly refresh: () => void;
}

type CourseResponse =
  | { state: 'pending' }
  | { state: 'done'; course: Course }
  | { state: 'gone' }
  | { state: 'failed'; problem: string };

/**
 * The outline of a course: from the stored catalogue, otherwise from the learner's offline copy (an
 * unpublished course is in no catalogue), while it is refreshed from the server.
 */
export function useCourse(courseId: string): CourseView {
  const listed = usePublicQuery((store) => findCourse(store, courseId), [courseId]);
  const downloaded = useLatePrivateQuery(async () => {
    const { findOfflineCourse } = await import('#pwa/store/offline/offline-courses.ts');
    return (store) => findOfflineCourse(store, courseId);
  }, [courseId]);
  const { response, refresh } = useRefresh(courseId);
  const fetched = response.state === 'done' ? response.course : null;
  const known = listed === undefined ? findShownCourse(courseId) : listed;
  const course = known ?? fetched ?? downloaded ?? null;
  const problem = response.state === 'failed' ? response.problem : null;
  return { state: stateOf(course, response), course, problem, refresh };
}

function stateOf(course: Course | null, response: CourseResponse): CourseView['state'] {
  if (course !== null) return 'found';
  if (response.state === 'gone') return 'notFound';
  return response.state === 'failed' ? 'failed' : 'loading';
}

function useRefresh(courseId: string) {
  const [response, setResponse] = useState<CourseResponse>({ state: 'pending' });
  const refresh = useCallback(() => {
    setResponse((before) => (before.state === 'done' ? before : { state: 'pending' }));
    fetchCourse(courseId).then(setResponse);
  }, [courseId]);
  useEffect(refresh, [refresh]);
  return { response, refresh };
}

async function fetchCourse(courseId: string): Promise<CourseResponse> {
  try {
    return { state: 'done', course: await refreshCourse(courseId) };
  } catch (error) {
    if (error instanceof CallError && error.status === 404) return { state: 'gone' };
    return { state: 'failed', problem: describeFailure(error) };
  }
}
