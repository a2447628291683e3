import { useEffect, useState } from 'react';
import { CallError } from '#pwa/api/call.ts';
import { usePublicQuery } from '#pwa/session/queries/use-public-query.ts';
import { findCourse } from '#pwa/store/public/catalogue.ts';
import { refreshCourse } from '#pwa/sync/pull/refresh-catalogue.ts';
import type { Course } from '#schema/courses/course.ts';

export interface CourseName {
  /** The outline; null while it is unknown. */
  readonly course: Course | null;
  readonly title: string | null;
  readonly thumbnail: string | null;
  /** The server reported that there is no such course. */
  readonly isMissing: boolean;
  /** The request to the server has completed or failed. */
  readonly isChecked: boolean;
}

/** The name of the course to unlock: from the stored catalogue first, then from the server. */
export function useCourseName(courseId: string): CourseName {
  const stored = usePublicQuery((store) => findCourse(store, courseId), [courseId]);
  const [fetched, setFetched] = useState<Course | null>(null);
  const [isMissing, setIsMissing] = useState(false);
  const [isChecked, setIsChecked] = useState(false);
  useEffect(() => {
    let isCurrent = true;
    refreshCourse(courseId)
      .then(
        (course) => isCurrent && setFetched(course),
        // Any other failure only leaves the name unknown; a code can still be entered.
        (error: unknown) => isCurrent && setIsMissing(error instanceof CallError && error.status === 404),
      )
      .then(() => isCurrent && setIsChecked(true));
    return () => {
      isCurrent = false;
    };
  }, [courseId]);
  const course = stored ?? fetched;
  return { course, title: course?.title ?? null, thumbnail: course?.thumbnail ?? null, isMissing, isChecked };
}
