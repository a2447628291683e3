import type { OutboxRow } from '#pwa/store/account/outbox.ts';
import type { AdminCourseRow } from '#pwa/store/database/admin-rows.ts';
import { onVersion } from '#schema/commands/all-commands.ts';
import { isEdit, ownRow } from '../commands/command-target.ts';

/**
 * Rewrites a refused status change or deletion of a course for a retry on the version that the device has
 * now, because that is the one the user sees. Other commands stay unchanged: an edit keeps the version that
 * its base belongs to.
 */
export function onCourse(row: OutboxRow, course: AdminCourseRow | undefined): OutboxRow {
  const { command } = row;
  const isWhole = course !== undefined && ownRow(command) === `course/${course.id}` && !isEdit(command);
  return isWhole ? { ...row, command: onVersion(command, course.version) } : row;
}
