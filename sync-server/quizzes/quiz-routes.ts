import { endpoints } from '#schema/endpoints/endpoints.ts';
import { AttemptInput } from '#schema/quizzes/attempt.ts';
import { recordChanges } from '../db/changes/changes-queries.ts';
import type { Trx } from '../db/transaction.ts';
import type { Deps } from '../deps.ts';
import { editRoute } from '../editor/edit-route.ts';
import type { CommandCall } from '../http/commands/command-handler.ts';
import { commandRoute } from '../http/commands/command-route.ts';
import { parseInput } from '../http/parse-input.ts';
import { ApiError } from '../http/reply/api-error.ts';
import type { Route } from '../http/route.ts';
import { listVisibleLessons } from '../progress/progress-queries.ts';
import { findQuiz, saveAnswers } from './attempt-queries.ts';
import { completeIfPassed } from './complete-lesson.ts';
import { gradeRoutes } from './grade-routes.ts';
import {
  createQuestion,
  createQuiz,
  deleteQuestion,
  deleteQuiz,
  updateQuestion,
  updateQuiz,
} from './quiz-edit-queries.ts';

/** Practice and tests (docs/protocol.md, Attempts). */
export function quizRoutes(deps: Deps): Route[] {
  const { createQuestion: addQuestion, updateQuestion: setQuestion } = endpoints;
  return [
    editRoute(deps, { endpoint: endpoints.createQuiz, shows: 'quiz', work: createQuiz }),
    editRoute(deps, { endpoint: endpoints.updateQuiz, shows: 'quiz', work: updateQuiz }),
    editRoute(deps, { endpoint: endpoints.deleteQuiz, shows: 'quiz', work: deleteQuiz }),
    editRoute(deps, { endpoint: addQuestion, shows: 'question', html: 'prompt', work: createQuestion }),
    editRoute(deps, { endpoint: setQuestion, shows: 'question', html: 'prompt', work: updateQuestion }),
    editRoute(deps, { endpoint: endpoints.deleteQuestion, shows: 'question', work: deleteQuestion }),
    commandRoute(deps, {
      endpoint: endpoints.saveAttempt,
      parse: (body) => parseInput(AttemptInput, body),
      run: save,
      isPersonal: true,
      mayRunAgain: () => true,
    }),
    ...gradeRoutes(deps),
  ];
}

/** A quiz that is deleted, or in no course of the caller, is one sentence: the reply does not reveal which exist. */
async function save(trx: Trx, { caller, input, now }: CommandCall<AttemptInput>) {
  const quiz = await findQuiz(trx, input.quizId);
  const visible = quiz && (await listVisibleLessons(trx, caller, [quiz.lessonId])).has(quiz.lessonId);
  if (quiz === undefined || visible !== true) throw new ApiError('quiz_not_found');
  const at = now.toISOString();
  const { attempt, isChanged } = await saveAnswers(trx, { userId: caller.id, quiz, input, at });
  if (isChanged) {
    const { courseId, lessonId, isRequired } = quiz;
    await recordChanges(trx, at, [{ kind: 'attempt', id: attempt.id, userId: caller.id, courseId }]);
    if (isRequired === 1 && attempt.isPassed === true)
      await completeIfPassed(trx, { userId: caller.id, lessonId, courseId, at });
  }
  return { attempt };
}
