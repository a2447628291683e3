import type { Command } from '#schema/commands/all-commands.ts';
import { type AdminCourseOutline, completeCourseRow } from '../../store/database/admin-rows.ts';
import type { Reader } from '../../store/database/private-store.ts';
import { overlayCourse } from './overlay.ts';

/**
 * Returns a course as its admin sees it: the server's last version with these commands applied. For use
 * inside a transaction over the admins' courses.
 */
export async function readShownCourse(
  store: Reader,
  commands: readonly Command[],
  courseId: string,
): Promise<AdminCourseOutline | null> {
  const row = completeCourseRow(await store.adminCourses.get(courseId)) ?? null;
  return overlayCourse(
    row,
    commands.filter(({ args }) => 'courseId' in args && args.courseId === courseId),
  );
}
