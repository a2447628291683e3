import * as v from 'valibot';
import { endpoints } from '../endpoints/endpoints.ts';
import { Id } from '../id.ts';
import { adminMessages } from '../messages/admin-messages.ts';
import { unlessDiscarded } from './define/after-restore.ts';
import { defineCommand } from './define/define-command.ts';
import { requestTo } from './define/editor-command.ts';

/** Marks a support request as done, or as open again. */
export const setSupportDone = defineCommand(
  'support.setDone',
  v.object({ requestId: Id, name: v.string(), done: v.boolean() }),
  {
    request: ({ args: { requestId, done } }) =>
      requestTo(endpoints.setSupportDone, { requestId }, { body: { done } }),
    sentence: ({ name, done }) =>
      done ? `Mark the support request of ${name} as done` : `Open the support request of ${name} again`,
    failure: adminMessages.supportDoneFailed,
    record: ({ args: { requestId } }) => `supportDone/${requestId}`,
    screen: () => ({ name: 'requests' }),
    afterRestore: unlessDiscarded,
  },
);
