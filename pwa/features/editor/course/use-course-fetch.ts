import { useCallback, useState } from 'react';
import { CallError } from '#pwa/api/call.ts';
import { type Refreshing, useRefresh } from '#pwa/session/queries/use-refresh.ts';
import { refreshAdminCourse } from '#pwa/sync/pull/admin-refresh.ts';

export interface CourseFetch extends Pick<Refreshing, 'problem'> {
  /** Whether the course will probably arrive soon. */
  readonly isExpected: boolean;
  /** Whether the server last reported that the course does not exist. */
  readonly isDeleted: boolean;
}

/**
 * Fetches a course for its editor whenever {@link useRefresh} does.
 *
 * @param isLater true to skip the request, because the course arrives otherwise
 */
export function useCourseFetch(courseId: string, { isLater }: { isLater: boolean }): CourseFetch {
  const [isDeleted, setIsDeleted] = useState(false);
  const work = useCallback(async () => {
    if (isLater) return;
    try {
      await refreshAdminCourse(courseId);
      setIsDeleted(false);
    } catch (error) {
      if (error instanceof CallError && error.status !== 0) setIsDeleted(error.code === 'course_not_found');
      throw error;
    }
  }, [courseId, isLater]);
  const { problem, isOnline } = useRefresh(work);
  return { isExpected: isOnline && problem === null && !isLater, isDeleted, problem };
}
