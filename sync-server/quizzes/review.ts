import { gradeAnswer } from '#schema/quizzes/grading.ts';
import { choicesForLearners, type Quiz } from '#schema/quizzes/quiz.ts';
import type { ReviewedQuestion, ReviewReply } from '#schema/quizzes/review.ts';
import { attemptOf } from '../courses/quiz-queries.ts';
import type { Db } from '../db/open.ts';
import type { Caller } from '../http/caller.ts';
import { ApiError } from '../http/reply/api-error.ts';
import { listVisibleLessons } from '../progress/progress-queries.ts';
import { findAttempt, findQuiz } from './attempt-queries.ts';
import { findKeys } from './grade-queries.ts';
import { gradeByKeys, gradedQuizOf, questionsOf } from './grading-keys.ts';

/**
 * Returns a test that the caller handed in, with the keys and explanations of its score: the only reply from which a
 * learner gets them. An attempt of another user is as one that does not exist.
 */
export async function readReview(trx: Db, caller: Caller, id: string): Promise<ReviewReply> {
  const row = await findAttempt(trx, { userId: caller.id, id });
  const quiz = row && (await findQuiz(trx, row.quizId));
  const isVisible = quiz && (await listVisibleLessons(trx, caller, [quiz.lessonId])).has(quiz.lessonId);
  if (row === undefined || quiz === undefined || isVisible !== true) throw new ApiError('attempt_not_found');
  const keys = await findKeys(trx, row);
  if (keys === null || quiz.release !== 'answers') throw new ApiError('review_not_released');
  const attempt = attemptOf(row);
  const graded = await readShownQuiz(trx, quiz);
  const { grades } = gradeByKeys(graded, keys, attempt);
  const positions = await readPositions(trx, quiz.id);
  const placeOf = ({ id }: { readonly id: string }) => positions.get(id) ?? LAST;
  const questions = questionsOf(graded, keys, attempt)
    .sort((one, other) => (placeOf(one.question) < placeOf(other.question) ? -1 : 1))
    .map(({ question, keyOf }): ReviewedQuestion => {
      const { id, version, kind, prompt, key, points } = question;
      const shown = { choices: choicesForLearners(question), explanation: keyOf.explanation };
      return {
        id,
        version,
        kind,
        prompt,
        ...shown,
        key,
        points,
        ...(grades.get(id) ?? gradeAnswer(question, '')),
      };
    });
  return { attempt, questions };
}

/** The place of questions that were deleted since: after every fractional key. */
const LAST = '~';

async function readPositions(db: Db, quizId: string): Promise<Map<string, string>> {
  const rows = await db
    .selectFrom('questions')
    .select(['id', 'position'])
    .where('quizId', '=', quizId)
    .execute();
  return new Map(rows.map(({ id, position }) => [id, position]));
}

/** With what a review shows of each version. */
async function readShownQuiz(db: Db, { id, passPercent }: Pick<Quiz, 'id' | 'passPercent'>) {
  const versions = await db
    .selectFrom('questionVersions')
    .select(['questionId as id', 'version', 'kind', 'prompt', 'choices', 'key', 'points', 'explanation'])
    .where('quizId', '=', id)
    .execute();
  return gradedQuizOf(passPercent, [], versions);
}
