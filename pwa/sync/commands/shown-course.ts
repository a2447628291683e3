import { type AdminCourseOutline, completeCourseRow } from '#pwa/store/database/admin-rows.ts';
import type { ReadTx } from '#pwa/store/database/private-store.ts';
import type { Command } from '#schema/commands/all-commands.ts';
import { overlayCourse } from './overlay.ts';

/**
 * Returns a course as its admin sees it: the server's last version with these commands applied. For use
 * inside a transaction over the admins' courses.
 */
export async function readShownCourse(
  tx: ReadTx,
  commands: readonly Command[],
  courseId: string,
): Promise<AdminCourseOutline | null> {
  const row = completeCourseRow(await tx.adminCourses.get(courseId)) ?? null;
  return overlayCourse(
    row,
    commands.filter(({ args }) => 'courseId' in args && args.courseId === courseId),
  );
}
