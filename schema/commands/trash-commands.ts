import * as v from 'valibot';
import { trashEndpoints as endpoints } from '../endpoints/trash-endpoints.ts';
import { Instant } from '../id.ts';
import { adminMessages } from '../messages/admin-messages.ts';
import { onlyByDecision, unlessDiscarded } from './define/after-restore.ts';
import { type CommandScreen, defineCommand } from './define/define-command.ts';
import { ofCourse, requestTo } from './define/editor-command.ts';

interface OfCourse {
  readonly args: { readonly courseId: string };
}

/** A deleted course has no row in the editor: its commands wait only for each other. */
const inTrash = {
  rows: ({ courseId }: OfCourse['args']) => [`trash/${courseId}`],
  record: ({ args: { courseId } }: OfCourse) => `trash/${courseId}`,
  screen: (): CommandScreen => ({ name: 'trash' }),
};

/** Takes a deleted course out of the trash. */
export const restoreCourse = defineCommand('course.restore', v.object(ofCourse), {
  ...inTrash,
  request: ({ args: { courseId } }) => requestTo(endpoints.restoreCourse, { courseId }, {}),
  sentence: ({ courseTitle }) => `Restore “${courseTitle}” from the trash`,
  failure: adminMessages.courseRestoreFailed,
  afterRestore: unlessDiscarded,
});

/** Deletes a course in the trash for good. `deletedAt`: of the deletion that the admin saw. */
export const purgeCourse = defineCommand('course.purge', v.object({ ...ofCourse, deletedAt: Instant }), {
  ...inTrash,
  request: ({ args: { courseId, deletedAt } }) =>
    requestTo(endpoints.purgeCourse, { courseId }, { body: { deletedAt } }),
  sentence: ({ courseTitle }) => `Delete “${courseTitle}” for good`,
  failure: adminMessages.coursePurgeFailed,
  afterRestore: onlyByDecision,
});
