import { usePrivateQuery } from '#pwa/session/queries/use-private-query.ts';
import { findAdminCourse } from '#pwa/store/admin/admin-courses.ts';
import type { Revision } from '#schema/editor/history.ts';
import { RestoreDeletedLesson } from './restore-deleted-lesson.tsx';
import { RestoreDeletedQuiz } from './restore-deleted-quiz.tsx';
import { RestoreDeletedResource } from './restore-deleted-resource.tsx';

/** Offers to restore a deleted part of a course; nothing if the course is not on this device, or no longer. */
export function RestoreDeleted({ deletion }: { deletion: Revision }) {
  const { entity, courseId } = deletion;
  const course = usePrivateQuery(
    async (store) => (courseId === null ? null : findAdminCourse(store, courseId)),
    [courseId],
  );
  if (course === undefined || course === null) return null;
  if (entity === 'resource') return <RestoreDeletedResource deletion={deletion} course={course} />;
  if (entity === 'quiz') return <RestoreDeletedQuiz deletion={deletion} course={course} />;
  if (entity !== 'lesson' || course.modules.length === 0) return null;
  return <RestoreDeletedLesson deletion={deletion} course={course} />;
}
