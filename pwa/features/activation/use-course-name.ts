import { useEffect, useState } from 'react';
import { CallError } from '../../api/call.ts';
import { usePublicQuery } from '../../session/use-public-query.ts';
import { findCourse } from '../../store/catalogue.ts';
import { refreshCourse } from '../../sync/refresh-catalogue.ts';

export interface CourseName {
  readonly title: string | null;
  readonly thumbnail: string | null;
  /** The server has said that there is no such course. */
  readonly isMissing: boolean;
  /** The server was asked, and answered or could not be reached. */
  readonly isAsked: boolean;
}

/** What the course to be unlocked is called: from the device's catalogue first, then from the server. */
export function useCourseName(courseId: string): CourseName {
  const stored = usePublicQuery((store) => findCourse(store, courseId), [courseId]);
  const [fetched, setFetched] = useState<{ title: string; thumbnail: string | null } | null>(null);
  const [isMissing, setIsMissing] = useState(false);
  const [isAsked, setIsAsked] = useState(false);
  useEffect(() => {
    let isCurrent = true;
    refreshCourse(courseId)
      .then(
        (course) => isCurrent && setFetched(course),
        // Any other failure only means that the name is not known yet; a code can be entered all the same.
        (error: unknown) => isCurrent && setIsMissing(error instanceof CallError && error.status === 404),
      )
      .then(() => isCurrent && setIsAsked(true));
    return () => {
      isCurrent = false;
    };
  }, [courseId]);
  const course = stored ?? fetched;
  return { title: course?.title ?? null, thumbnail: course?.thumbnail ?? null, isMissing, isAsked };
}
