import { paths } from '#pwa/paths.ts';
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

/** What a learner could do after a course. */
interface Following {
  readonly title: string;
  readonly lead: string;
  readonly action: string;
  readonly to: string;
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
  const mine = activatedIds
    .filter((id) => id !== courseId)
    .flatMap((id) => downloaded.filter((course) => course.id === id).map(withLessonIds));
  const next = orderCourses(mine, progress).find(
    ({ lessonIds }) => lessonIds.length > 0 && findFinish(lessonIds, progress) === null,
  );
  if (next !== undefined) {
    const hasBegun = findActivity(next, progress) !== null;
    return {
      title: next.title,
      lead: hasBegun ? 'You have begun' : 'Unlocked for you:',
      action: hasBegun ? 'Continue Learning' : 'Start Learning',
      to: paths.learn(next.id),
    };
  }
  const recommended = catalogue.find(
    ({ id, status }) => status === 'published' && !activatedIds.includes(id),
  );
  if (recommended === undefined) return null;
  const { id, title } = recommended;
  return { title, lead: 'Recommended for you:', action: 'View course', to: paths.course(id) };
}

const withLessonIds = (course: OfflineCourse) => ({
  ...course,
  lessonIds: flattenLessons(course).map(({ id }) => id),
});
