import type { AdminCourseOutline } from '../store/admin-rows.ts';
import type { OutboxRow } from '../store/outbox.ts';

/**
 * A refused change of a course's status, or its deletion, to be tried again: of the course as the device
 * knows it now, which is what the person sees who asks for it. Other commands stay as they are: an edit
 * keeps the version that its base is of.
 */
export function rebaseStatus(row: OutboxRow, course: AdminCourseOutline | undefined): OutboxRow {
  const { command } = row;
  if (course === undefined) return row;
  const courseVersion = course.version;
  switch (command.kind) {
    case 'course.setStatus':
      return { ...row, command: { ...command, args: { ...command.args, courseVersion } } };
    case 'course.delete':
      return { ...row, command: { ...command, args: { ...command.args, courseVersion } } };
    default:
      return row;
  }
}
