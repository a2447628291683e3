import { onVersion } from '#schema/commands/all-commands.ts';
import type { AdminCourseOutline } from '../store/admin-rows.ts';
import type { OutboxRow } from '../store/outbox.ts';
import { isEdit, ownRow } from './command-target.ts';

/**
 * A refused change of a course's status, or its deletion, to be tried again: on the version of the course that
 * the device has now, because the person who asks for it sees that one. Other commands stay as they are: an
 * edit keeps the version that its base belongs to.
 */
export function onCourse(row: OutboxRow, course: AdminCourseOutline | undefined): OutboxRow {
  const { command } = row;
  const isWhole = course !== undefined && ownRow(command) === `course/${course.id}` && !isEdit(command);
  return isWhole ? { ...row, command: onVersion(command, course.version) } : row;
}
