import type { ResultAttempt } from '#schema/quizzes/result.ts';
import type { Db } from '../db/open.ts';

interface Asked {
  readonly userIds: readonly string[];
  readonly quizIds: readonly string[];
}

/** Returns what the results of these users in these quizzes are made of, by user and quiz. */
export async function readResultAttempts(
  db: Db,
  { userIds, quizIds }: Asked,
): Promise<(userId: string, quizId: string) => readonly ResultAttempt[]> {
  const attempts = new Map<string, ResultAttempt[]>();
  if (userIds.length === 0 || quizIds.length === 0) return () => [];
  const rows = await db
    .selectFrom('attempts')
    .select(['userId', 'quizId', 'submittedAt', 'handedInAt', 'score', 'maxScore', 'isPassed', 'isOverLimit'])
    .where('userId', 'in', userIds)
    .where('quizId', 'in', quizIds)
    .where('handedInAt', 'is not', null)
    .execute();
  for (const { userId, quizId, isPassed, isOverLimit, ...row } of rows) {
    const own = attempts.get(`${userId} ${quizId}`) ?? [];
    own.push({ ...row, isPassed: isPassed === 1, isOverLimit: isOverLimit === 1 });
    attempts.set(`${userId} ${quizId}`, own);
  }
  return (userId, quizId) => attempts.get(`${userId} ${quizId}`) ?? [];
}
