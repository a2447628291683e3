import * as v from 'valibot';
import { Role } from '../account/user.ts';
import { endpoints } from '../endpoints/endpoints.ts';
import { Id } from '../id.ts';
import { messages } from '../messages/messages.ts';
import { onlyByDecision } from './define/after-restore.ts';
import { defineCommand } from './define/define-command.ts';
import { requestTo } from './define/editor-command.ts';

/** Makes a user an admin, or an admin a user. */
export const setRole = defineCommand(
  'user.setRole',
  v.object({ userId: Id, userName: v.string(), role: Role }),
  {
    request: ({ args: { userId, role } }) => requestTo(endpoints.setRole, { userId }, { body: { role } }),
    sentence: ({ userName, role }) =>
      role === 'admin' ? `Make ${userName} an admin` : `Make ${userName} a user`,
    failure: messages.replyUnreadable,
    record: ({ args: { userId } }) => `user/${userId}`,
    screen: () => ({ name: 'users' }),
    afterRestore: onlyByDecision,
  },
);
export type RoleArgs = v.InferOutput<typeof setRole.args>;
