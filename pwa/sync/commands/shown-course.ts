import { listUnpulled } from '#pwa/store/account/outbox.ts';
import { type AdminCourseOutline, completeCourseRow } from '#pwa/store/database/admin-rows.ts';
import type { ReadTx } from '#pwa/store/database/private-store.ts';
import { overlayCourse, type ShownCommand, shownCommands } from './overlay.ts';

/**
 * Returns a course as its admin sees it: the server's last version with these commands applied. For use
 * inside a transaction over the admins' courses.
 */
export async function readShownCourse(
  tx: ReadTx,
  commands: readonly ShownCommand[],
  courseId: string,
): Promise<AdminCourseOutline | null> {
  const row = completeCourseRow(await tx.adminCourses.get(courseId)) ?? null;
  return overlayCourse(
    row,
    commands.filter(({ args }) => 'courseId' in args && args.courseId === courseId),
  );
}

/**
 * Returns a course as the server has it, as far as this device knows: its last pulled version with the commands that were
 * acknowledged since. For use inside a transaction over the admins' courses, the outbox and the state.
 */
export async function readServerCourse(tx: ReadTx, courseId: string): Promise<AdminCourseOutline | null> {
  return readShownCourse(tx, shownCommands(await listUnpulled(tx)), courseId);
}
