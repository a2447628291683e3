import * as v from 'valibot';
import { codeEndpoints as endpoints } from '../endpoints/code-endpoints.ts';
import { Id } from '../id.ts';
import { adminMessages } from '../messages/admin-messages.ts';
import { unlessDiscarded } from './define/after-restore.ts';
import { defineCommand } from './define/define-command.ts';
import { ofCourse, requestTo } from './define/editor-command.ts';

/** Gives a user access to a course without a code, or back after it was removed. */
export const giveAccess = defineCommand(
  'access.give',
  v.object({ ...ofCourse, userId: Id, userName: v.string() }),
  {
    request: ({ args: { courseId, userId } }) => requestTo(endpoints.giveAccess, { courseId, userId }),
    sentence: ({ userName, courseTitle }) => `Give ${userName} access to “${courseTitle}”`,
    failure: adminMessages.accessFailed,
    record: ({ args: { courseId, userId } }) => `access/${courseId}/${userId}`,
    rows: ({ courseId, userId }) => [`course/${courseId}`, `access/${courseId}/${userId}`],
    screen: ({ userId }) => ({ name: 'person', userId }),
    afterRestore: unlessDiscarded,
  },
);
