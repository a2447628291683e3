import * as v from 'valibot';
import { quizEndpoints as endpoints } from '../endpoints/quiz-endpoints.ts';
import { Id } from '../id.ts';
import { messages } from '../messages/messages.ts';
import { AttemptInput } from '../quizzes/attempt.ts';
import { always } from './define/after-restore.ts';
import { defineCommand } from './define/define-command.ts';
import { requestTo } from './define/editor-command.ts';

/** Saves answers of an attempt. The lesson is that of its quiz, where the learner gave them. */
export const saveAttempt = defineCommand(
  'attempt.save',
  v.object({ ...AttemptInput.entries, lessonId: Id, quizTitle: v.string() }),
  {
    request: ({ args: { lessonId: _, quizTitle: __, ...body } }) =>
      requestTo(endpoints.saveAttempt, {}, { body }),
    sentence: ({ quizTitle, submittedAt }) =>
      submittedAt === undefined ? `Save your answers in “${quizTitle}”` : `Hand in the test “${quizTitle}”`,
    failure: messages.replyUnreadable,
    record: ({ args }) => `attempt/${args.id}`,
    screen: ({ lessonId }) => ({ name: 'lesson', lessonId }),
    afterRestore: always,
  },
);
