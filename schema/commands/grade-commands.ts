import * as v from 'valibot';
import { quizEndpoints as endpoints } from '../endpoints/quiz-endpoints.ts';
import { Id } from '../id.ts';
import { adminMessages } from '../messages/admin-messages.ts';
import { RegradeMode } from '../quizzes/regrade.ts';
import { unlessDiscarded } from './define/after-restore.ts';
import { type CommandScreen, defineCommand } from './define/define-command.ts';
import { inCourse, requestTo } from './define/editor-command.ts';

const ofTest = { ...inCourse, quizId: Id, quizTitle: v.string() };
const inReports = (): CommandScreen => ({ name: 'reports' });

/** Counts an attempt that was handed in after as many as its test allows. */
export const countAttempt = defineCommand(
  'attempt.count',
  v.object({ ...ofTest, attemptId: Id, userId: Id, userName: v.string() }),
  {
    request: ({ args: { userId, attemptId } }) => requestTo(endpoints.countAttempt, { userId, attemptId }),
    sentence: ({ userName, quizTitle }) => `Count an attempt of ${userName} at “${quizTitle}”`,
    failure: adminMessages.attemptCountFailed,
    record: ({ args: { userId, attemptId } }) => `attempt/${userId}/${attemptId}`,
    screen: inReports,
    afterRestore: unlessDiscarded,
  },
);

/** Grades all attempts at a test again, with the present keys: those that the commands before it have made. */
export const regradeQuiz = defineCommand('quiz.regrade', v.object({ ...ofTest, mode: RegradeMode }), {
  request: ({ args: { quizId, mode } }) => requestTo(endpoints.regradeQuiz, { quizId }, { body: { mode } }),
  sentence: ({ quizTitle, mode }) =>
    mode === 'raise'
      ? `Grade “${quizTitle}” again, where it raises a score`
      : `Grade “${quizTitle}” again, also where it lowers a score`,
  failure: adminMessages.regradeFailed,
  record: ({ args: { quizId } }) => `quiz/${quizId}`,
  rows: ({ courseId, quizId }) => [`course/${courseId}`, `quiz/${quizId}`],
  affectsSubtree: () => true,
  screen: inReports,
  afterRestore: unlessDiscarded,
});
