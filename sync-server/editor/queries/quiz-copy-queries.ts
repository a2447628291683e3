import { v7 as uuidv7 } from 'uuid';
import type { CopiedQuiz } from '#schema/editor/history.ts';
import type { Trx } from '#sync-server/db/transaction.ts';

/** Inserts quizzes into a new lesson, each question in its first version, and returns the new rows. */
export async function insertQuizCopies(
  trx: Trx,
  copies: readonly CopiedQuiz[],
  lessonId: string,
): Promise<{ readonly kind: 'quiz' | 'question'; readonly id: string }[]> {
  const added: { readonly kind: 'quiz' | 'question'; readonly id: string }[] = [];
  for (const { questions, ...quiz } of copies) {
    const quizId = uuidv7();
    await trx
      .insertInto('quizzes')
      .values({ ...quiz, version: 1, id: quizId, lessonId })
      .execute();
    added.push({ kind: 'quiz', id: quizId });
    for (const question of questions) {
      const id = uuidv7();
      await trx
        .insertInto('questions')
        .values({ ...question, version: 1, id, quizId })
        .execute();
      const { position: _, ...seen } = question;
      await trx
        .insertInto('questionVersions')
        .values({ ...seen, questionId: id, version: 1, quizId })
        .execute();
      added.push({ kind: 'question', id });
    }
  }
  return added;
}
