import { byPosition } from '#schema/courses/position.ts';
import type { CopiedQuiz } from '#schema/editor/history.ts';
import type { QuizRow } from '../db/tables.ts';
import type { Trx } from '../db/transaction.ts';

/** The quizzes of lessons with their questions, without ids: as a copy of a lesson and its restoration insert them. */
export async function listQuizCopies(
  trx: Trx,
  lessonIds: readonly string[],
): Promise<ReadonlyMap<string, CopiedQuiz[]>> {
  const copies = new Map<string, CopiedQuiz[]>();
  if (lessonIds.length === 0) return copies;
  const quizzes = await trx.selectFrom('quizzes').selectAll().where('lessonId', 'in', lessonIds).execute();
  for (const { lessonId, copy } of await toCopies(trx, quizzes))
    copies.set(lessonId, [...(copies.get(lessonId) ?? []), copy]);
  return copies;
}

/** One quiz with its questions; none if it does not exist. */
export async function listQuizCopy(trx: Trx, quizId: string): Promise<CopiedQuiz[]> {
  const quizzes = await trx.selectFrom('quizzes').selectAll().where('id', '=', quizId).execute();
  return (await toCopies(trx, quizzes)).map(({ copy }) => copy);
}

interface OfLesson {
  readonly lessonId: string;
  readonly copy: CopiedQuiz;
}

async function toCopies(trx: Trx, quizzes: QuizRow[]): Promise<OfLesson[]> {
  const ids = quizzes.map(({ id }) => id);
  const questions = await trx.selectFrom('questions').selectAll().where('quizId', 'in', ids).execute();
  return quizzes.sort(byPosition).map(({ id, lessonId, version: _, ...quiz }) => {
    const own = questions.filter(({ quizId }) => quizId === id).sort(byPosition);
    const rows = own.map(({ id: _id, quizId: _quizId, version: _version, ...rest }) => rest);
    return { lessonId, copy: { ...quiz, questions: rows } };
  });
}
