import { resultOf } from '#schema/quizzes/result.ts';
import { recordChanges } from '../db/changes/changes-queries.ts';
import type { Trx } from '../db/transaction.ts';
import { saveProgress } from '../progress/progress-queries.ts';
import { readResultAttempts } from './result-queries.ts';

interface Passed {
  readonly userId: string;
  readonly lessonId: string;
  readonly courseId: string;
  /** ISO time of the server. */
  readonly at: string;
}

/**
 * Completes a lesson for a learner who has passed all of its required tests; called whenever one may have been passed. A
 * lesson that is complete stays so, also when a score is lowered later: nobody has to do again what was done.
 */
export async function completeIfPassed(trx: Trx, passed: Passed): Promise<void> {
  const { userId, lessonId, courseId, at } = passed;
  if (!(await hasPassedAll(trx, passed))) return;
  const progress = await trx
    .selectFrom('progress')
    .select(['completedAt', 'completedUpdatedAt'])
    .where('userId', '=', userId)
    .where('lessonId', '=', lessonId)
    .executeTakeFirst();
  if (progress !== undefined && progress.completedAt !== null) return;
  // A device whose clock is ahead may have withdrawn an earlier completion.
  const [, updatedAt = at] = [at, progress?.completedUpdatedAt ?? at].sort();
  const { changed } = await saveProgress(trx, userId, [{ lessonId, completedAt: at, updatedAt }]);
  if (changed.length > 0)
    await recordChanges(trx, at, [{ kind: 'progress', id: lessonId, userId, courseId }]);
}

async function hasPassedAll(trx: Trx, { userId, lessonId }: Passed): Promise<boolean> {
  const tests = await trx
    .selectFrom('quizzes')
    .select(['id', 'attemptsMax', 'scoreRule'])
    .where('lessonId', '=', lessonId)
    .where('use', '=', 'test')
    .where('isRequired', '=', 1)
    .execute();
  const quizIds = tests.map(({ id }) => id);
  const attemptsOf = await readResultAttempts(trx, { userIds: [userId], quizIds });
  return tests.length > 0 && tests.every((test) => resultOf(test, attemptsOf(userId, test.id)).isPassed);
}
