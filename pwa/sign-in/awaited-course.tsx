import { useEffect } from 'react';
import { findRoute } from '#pwa/paths.ts';
import { findShownCourse } from '#pwa/session/queries/use-catalogue.ts';
import { usePublicQuery } from '#pwa/session/queries/use-public-query.ts';
import { findCourse } from '#pwa/store/public/catalogue.ts';
import { refreshCourse } from '#pwa/sync/pull/refresh-catalogue.ts';

interface AwaitedCourseProps {
  /** What the person does first, such as `Sign in`. */
  action: string;
  courseId: string;
}

/** Says which course a person unlocks after they have signed in. */
export function AwaitedCourse({ action, courseId }: AwaitedCourseProps) {
  const stored = usePublicQuery((store) => findCourse(store, courseId), [courseId]);
  // Stores it. A failure only leaves the name unknown.
  useEffect(() => void refreshCourse(courseId).catch(() => undefined), [courseId]);
  const title = (stored ?? findShownCourse(courseId))?.title;
  return (
    <>
      <strong>
        {action} to unlock {title === undefined ? 'your course' : <bdi>“{title}”</bdi>}.
      </strong>{' '}
      Its code is asked for next.
    </>
  );
}

/** The course whose page for codes a redirect leads to; null if it leads elsewhere. */
export function courseAwaitedAt(redirect: string | null): string | null {
  const [pathname = ''] = (redirect ?? '').split('?');
  if (findRoute(pathname) !== 'activate') return null;
  return pathname.split('/')[2] ?? null;
}
