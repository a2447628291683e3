import type { Command } from '#schema/commands/all-commands.ts';
import { type AdminCourseOutline, completeCourseRow } from '../store/admin-rows.ts';
import type { PrivateStore } from '../store/private-store.ts';
import { overlayCourse } from './overlay.ts';

/**
 * A course as its admin sees it: what the server last said with these commands laid over it. For use inside a
 * transaction over the admins' courses.
 */
export async function readShownCourse(
  store: PrivateStore,
  commands: readonly Command[],
  courseId: string,
): Promise<AdminCourseOutline | null> {
  const row = completeCourseRow(await store.adminCourses.get(courseId)) ?? null;
  return overlayCourse(
    row,
    commands.filter(({ args }) => 'courseId' in args && args.courseId === courseId),
  );
}
