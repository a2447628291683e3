import { useCallback, useEffect, useState } from 'react';
import type { Course } from '#schema/course.ts';
import { describeFailure } from '#schema/spoken-error.ts';
import { CallError } from '../../api/call.ts';
import { useLatePrivateQuery } from '../../session/use-late-private-query.ts';
import { usePublicQuery } from '../../session/use-public-query.ts';
import { findCourse } from '../../store/catalogue.ts';
import { findKeptCourse } from '../../store/kept-courses.ts';
import { refreshCourse } from '../../sync/refresh-catalogue.ts';

export interface CourseView {
  readonly state: 'loading' | 'found' | 'notFound' | 'failed';
  readonly course: Course | null;
  /** Why the last fetch failed, as a sentence; a course may be shown nevertheless. */
  readonly problem: string | null;
  readonly refresh: () => void;
}

type Answer =
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
  const kept = useLatePrivateQuery((store) => findKeptCourse(store, courseId), [courseId]);
  const { answer, refresh } = useRefresh(courseId);
  const answered = answer.state === 'done' ? answer.course : null;
  const course = listed ?? answered ?? kept ?? null;
  const problem = answer.state === 'failed' ? answer.problem : null;
  return { state: stateOf(course, answer), course, problem, refresh };
}

function stateOf(course: Course | null, answer: Answer): CourseView['state'] {
  if (course !== null) return 'found';
  if (answer.state === 'gone') return 'notFound';
  return answer.state === 'failed' ? 'failed' : 'loading';
}

function useRefresh(courseId: string) {
  const [answer, setAnswer] = useState<Answer>({ state: 'pending' });
  const refresh = useCallback(() => {
    setAnswer((before) => (before.state === 'done' ? before : { state: 'pending' }));
    fetchCourse(courseId).then(setAnswer);
  }, [courseId]);
  useEffect(refresh, [refresh]);
  return { answer, refresh };
}

async function fetchCourse(courseId: string): Promise<Answer> {
  try {
    return { state: 'done', course: await refreshCourse(courseId) };
  } catch (error) {
    if (error instanceof CallError && error.status === 404) return { state: 'gone' };
    return { state: 'failed', problem: describeFailure(error) };
  }
}
