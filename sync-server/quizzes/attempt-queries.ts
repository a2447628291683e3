import { ATTEMPT_ANSWERS_STORED_MAX } from '#schema/limits.ts';
import {
  type Attempt,
  type AttemptInput,
  type AttemptRecord,
  uniteAttempts,
} from '#schema/quizzes/attempt.ts';
import { gradeAttempt } from '#schema/quizzes/grading.ts';
import type { Quiz } from '#schema/quizzes/quiz.ts';
import { attemptOf } from '../courses/quiz-queries.ts';
import { selectQuizzes } from '../db/parts/plain-parts.ts';
import type { AttemptRow } from '../db/tables.ts';
import type { Trx } from '../db/transaction.ts';
import { ApiError } from '../http/reply/api-error.ts';

/** A quiz in any course that is not deleted; undefined when there is none. */
export const findQuiz = (trx: Trx, id: string): Promise<Quiz | undefined> =>
  selectQuizzes(trx).where('quizzes.id', '=', id).executeTakeFirst();

interface Saved {
  readonly attempt: Attempt;
  readonly isChanged: boolean;
}

/**
 * Adds the answers to those of the attempt, and grades it. Times are those of the device: they are compared with others
 * of the same attempt only. Answers to questions that the quiz does not have are stored and count for nothing.
 */
export async function saveAnswers(
  trx: Trx,
  { userId, quiz, input }: { readonly userId: string; readonly quiz: Quiz; readonly input: AttemptInput },
): Promise<Saved> {
  const stored = await trx
    .selectFrom('attempts')
    .selectAll()
    .where('userId', '=', userId)
    .where('id', '=', input.id)
    .executeTakeFirst();
  if (stored !== undefined && stored.quizId !== quiz.id) throw new ApiError('attempt_of_other');
  const added = { ...input, submittedAt: input.submittedAt ?? null };
  const known = stored && attemptOf(stored);
  // Also the answers of a new attempt are put in their order.
  const record = uniteAttempts(known ?? { ...added, answers: [] }, added);
  if (record.answers.length > ATTEMPT_ANSWERS_STORED_MAX) throw new ApiError('answers_too_many');
  const { startedAt, submittedAt } = record;
  const row: AttemptRow = {
    ...{ userId, id: input.id, quizId: quiz.id, startedAt, submittedAt },
    answers: JSON.stringify(record.answers),
    ...(await gradeOf(trx, quiz, record)),
  };
  const attempt = attemptOf(row);
  if (known !== undefined && JSON.stringify(known) === JSON.stringify(attempt))
    return { attempt, isChanged: false };
  const { answers, score, maxScore, isPassed } = row;
  await trx
    .insertInto('attempts')
    .values(row)
    .onConflict((conflict) =>
      conflict.columns(['userId', 'id']).doUpdateSet({ submittedAt, answers, score, maxScore, isPassed }),
    )
    .execute();
  return { attempt, isChanged: true };
}

/** Practice is graded answer by answer, a test when it is handed in. */
async function gradeOf(
  trx: Trx,
  quiz: Quiz,
  record: AttemptRecord,
): Promise<Pick<AttemptRow, 'score' | 'maxScore' | 'isPassed'>> {
  if (quiz.use === 'test' && record.submittedAt === null)
    return { score: null, maxScore: null, isPassed: null };
  const questions = await trx
    .selectFrom('questions')
    .select(['id', 'version', 'kind', 'key', 'points'])
    .where('quizId', '=', quiz.id)
    .execute();
  const versions = await trx
    .selectFrom('questionVersions')
    .select(['questionId as id', 'version', 'kind', 'key', 'points'])
    .where('quizId', '=', quiz.id)
    .execute();
  const { score, maxScore, isPassed } = gradeAttempt({ ...quiz, questions, versions }, record);
  return { score, maxScore, isPassed: isPassed ? 1 : 0 };
}
