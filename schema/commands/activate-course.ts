import * as v from 'valibot';
import { endpoints } from '../endpoints/endpoints.ts';
import { Id } from '../id.ts';
import { ActivateInput } from '../learning/activation.ts';
import { messages } from '../messages/messages.ts';
import { always } from './define/after-restore.ts';
import { BLANKED_CODE } from './define/blanked-code.ts';
import { defineCommand } from './define/define-command.ts';
import { requestTo } from './define/editor-command.ts';

/** Unlocks a course with an activation code. */
export const activateCourse = defineCommand(
  'course.activate',
  v.object({ courseId: Id, courseTitle: v.string(), ...ActivateInput.entries }),
  {
    request: ({ args: { courseId, activationCode, proof } }) =>
      requestTo(
        endpoints.activateCourse,
        { courseId },
        { body: proof === undefined ? { activationCode } : { activationCode, proof } },
      ),
    sentence: ({ courseTitle }) => `Unlock “${courseTitle}”`,
    failure: messages.activationFailed,
    refusals: endpoints.activateCourse.refusals,
    record: ({ args: { courseId } }) => `activation/${courseId}`,
    screen: ({ courseId }) => ({ name: 'activation', courseId }),
    afterRestore: always,
    afterAck: ({ proof: _, ...args }) => ({ ...args, activationCode: BLANKED_CODE }),
  },
);
