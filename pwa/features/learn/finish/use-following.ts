import { usePrivateQuery } from '#pwa/session/queries/use-private-query.ts';
import { usePublicQuery } from '#pwa/session/queries/use-public-query.ts';
import { useSession } from '#pwa/session/use-session.ts';
import type { OfflineCourse } from '#pwa/store/database/rows.ts';
import { listOfflineCourses } from '#pwa/store/offline/offline-courses.ts';
import { listCourses } from '#pwa/store/public/catalogue.ts';
import { flattenLessons } from '#schema/courses/course.ts';
import { findActivity, orderCourses } from '#schema/learning/course-order.ts';
import type { LessonProgress } from '#schema/learning/progress.ts';
import { findFinish } from '#schema/learning/resume.ts';

/** The course to offer after another one; one that is not unlocked is recommended. */
export interface Following {
  readonly courseId: string;
  readonly title: string;
  readonly kind: 'begun' | 'unlocked' | 'recommended';
}

/**
 * The course to offer after this one: of the unlocked ones on this device the first that is not finished, otherwise
 * the first of the catalogue that is not unlocked; null without any.
 */
export function useFollowing(courseId: string, progress: readonly LessonProgress[]): Following | null {
  const session = useSession();
  const activatedIds = 'user' in session ? session.user.activatedCourses : [];
  const downloaded = usePrivateQuery(listOfflineCourses, []) ?? [];
  const catalogue = usePublicQuery(listCourses, [], []) ?? [];
  const others = activatedIds
    .filter((id) => id !== courseId)
    .flatMap((id) => downloaded.filter((course) => course.id === id).map(withLessonIds));
  const next = orderCourses(others, progress).find(
    ({ lessonIds }) => lessonIds.length > 0 && findFinish(lessonIds, progress) === null,
  );
  if (next !== undefined) {
    const kind = findActivity(next, progress) === null ? 'unlocked' : 'begun';
    return { courseId: next.id, title: next.title, kind };
  }
  const recommended = catalogue.find(
    ({ id, status }) => status === 'published' && !activatedIds.includes(id),
  );
  if (recommended === undefined) return null;
  return { courseId: recommended.id, title: recommended.title, kind: 'recommended' };
}

const withLessonIds = (course: OfflineCourse) => ({
  ...course,
  lessonIds: flattenLessons(course).map(({ id }) => id),
});
