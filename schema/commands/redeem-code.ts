import * as v from 'valibot';
import { endpoints } from '../endpoints/endpoints.ts';
import { Id } from '../id.ts';
import { ActivateInput, RedeemReply } from '../learning/activation.ts';
import { messages } from '../messages/messages.ts';
import { always } from './define/after-restore.ts';
import { BLANKED_CODE } from './define/blanked-code.ts';
import { defineCommand } from './define/define-command.ts';
import { requestTo } from './define/editor-command.ts';

/** Unlocks the course that an activation code belongs to; `found` is that course, once the server has named it. */
export const redeemCode = defineCommand(
  'code.redeem',
  v.object({
    ...ActivateInput.entries,
    found: v.optional(v.object({ courseId: Id, courseTitle: v.string() })),
  }),
  {
    request: ({ args: { activationCode } }) =>
      requestTo(endpoints.redeemCode, {}, { body: { activationCode } }),
    sentence: ({ found }) =>
      found === undefined ? 'Unlock a course with a code' : `Unlock “${found.courseTitle}”`,
    failure: messages.activationFailed,
    refusals: endpoints.redeemCode.refusals,
    record: ({ id }) => `code/${id}`,
    screen: () => ({ name: 'enterCode' }),
    afterRestore: always,
    afterAck: (args, output) => {
      const reply = v.safeParse(RedeemReply, output);
      const blanked = { ...args, activationCode: BLANKED_CODE };
      if (!reply.success) return blanked;
      const { courseId, courseTitle } = reply.output;
      return { ...blanked, found: { courseId, courseTitle } };
    },
  },
);
