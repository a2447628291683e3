import { byPosition } from '#schema/courses/position.ts';
import type { CopiedQuiz } from '#schema/editor/history.ts';
import type { Trx } from '../db/transaction.ts';

/** The quizzes of lessons with their questions, without ids: as a copy of a lesson and its restoration insert them. */
export async function listQuizCopies(
  trx: Trx,
  lessonIds: readonly string[],
): Promise<ReadonlyMap<string, CopiedQuiz[]>> {
  const copies = new Map<string, CopiedQuiz[]>();
  if (lessonIds.length === 0) return copies;
  const quizzes = await trx.selectFrom('quizzes').selectAll().where('lessonId', 'in', lessonIds).execute();
  const questions = await trx
    .selectFrom('questions')
    .selectAll()
    .where(
      'quizId',
      'in',
      quizzes.map(({ id }) => id),
    )
    .execute();
  for (const { id, lessonId, version: _, ...quiz } of quizzes.sort(byPosition)) {
    const own = questions.filter(({ quizId }) => quizId === id).sort(byPosition);
    const copy = {
      ...quiz,
      questions: own.map(({ id: _id, quizId: _quizId, version: _version, ...rest }) => rest),
    };
    copies.set(lessonId, [...(copies.get(lessonId) ?? []), copy]);
  }
  return copies;
}
