import { listUnpulled } from '#pwa/store/account/outbox.ts';
import { findAdminCourse } from '#pwa/store/admin/admin-courses.ts';
import type { AdminCourseOutline, ListedCourse } from '#pwa/store/database/admin-rows.ts';
import type { ReadTx } from '#pwa/store/database/private-store.ts';
import { isEdit, ownRow } from './command-target.ts';
import { type CourseCommand, isCourseCommand } from './device-commands.ts';
import { overlayCourse, overlayCourses, type ShownCommand, shownCommands } from './overlay.ts';

/**
 * Returns a course as its admin sees it: the server's last version with these commands applied. For use
 * inside a transaction over the tables of the admins' outlines.
 */
export async function readShownCourse(
  tx: ReadTx,
  commands: readonly ShownCommand[],
  courseId: string,
): Promise<AdminCourseOutline | null> {
  const row = await findAdminCourse(tx, courseId);
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

/**
 * Returns the courses of a list as their admin sees them, and after them those that only a command creates. Of `rows`, only
 * those whose entry a command changes are read whole. For use inside a transaction over the tables of the admins' outlines.
 */
export async function showCourses(
  tx: ReadTx,
  rows: readonly ListedCourse[],
  commands: readonly ShownCommand[],
): Promise<ListedCourse[]> {
  const listing = commands.filter(changesEntry);
  const named = new Set(listing.map(({ args }) => args.courseId));
  const listed = rows.filter(({ id }) => named.has(id));
  const outlines = await Promise.all(listed.map(({ id }) => findAdminCourse(tx, id)));
  const shown = overlayCourses(
    outlines.filter((course) => course !== null),
    listing,
  );
  const known = new Set(rows.map(({ id }) => id));
  const shownOf = new Map(shown.map((course) => [course.id, course]));
  return [
    ...rows.flatMap((row) => (named.has(row.id) ? (shownOf.get(row.id) ?? []) : row)),
    ...shown.filter(({ id }) => !known.has(id)),
  ];
}

/** Whether a command changes the entry of its course in a list, which has of a lesson only that it is in its module. */
function changesEntry(command: ShownCommand): command is ShownCommand & CourseCommand {
  if (!isCourseCommand(command)) return false;
  if (command.kind === 'lesson.update') return command.args.changes.moduleId !== undefined;
  const row = ownRow(command) ?? '';
  return !row.startsWith('resource/') && !(row.startsWith('lesson/') && isEdit(command));
}
