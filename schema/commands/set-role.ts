import * as v from 'valibot';
import { endpoints } from '../endpoints.ts';
import { Id } from '../id.ts';
import { messages } from '../messages.ts';
import { Role } from '../user.ts';
import { defineCommand } from './define-command.ts';
import { requestTo } from './editor-command.ts';

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
  },
);
export type RoleArgs = v.InferOutput<typeof setRole.args>;
