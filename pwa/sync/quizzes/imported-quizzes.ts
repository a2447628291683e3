import { listEffective } from '#pwa/store/account/outbox.ts';
import type { Reader } from '#pwa/store/database/private-store.ts';
import { importedId, importedQuizId } from '#schema/courses/imported-id.ts';
import { noRows, type QuizRows } from './shown-quizzes.ts';

/**
 * Returns the quizzes that an import adds to a lesson, until the pull has brought them. They will have version 1, so they
 * can be edited at once.
 */
export async function listImportedQuizzes(tx: Reader, lessonId: string): Promise<QuizRows> {
  const { courseId, quizzes = [] } = (await tx.importTexts.get(lessonId)) ?? {};
  if (courseId === undefined || quizzes.length === 0) return noRows;
  const isShown = (await listEffective(tx, 'course.import')).some(
    ({ command: { kind, args } }) => kind === 'course.import' && args.courseId === courseId,
  );
  if (!isShown) return noRows;
  const withIds = quizzes.map((quiz, z) => ({ ...quiz, id: importedQuizId(lessonId, z + 1) }));
  const own = { courseId, version: 1 };
  return {
    quizzes: withIds.map(({ questions: _, ...quiz }) => ({ ...quiz, ...own, lessonId })),
    questions: withIds.flatMap(({ id: quizId, questions }) =>
      questions.map((question, q) => ({ ...question, ...own, id: importedId(quizId, q + 1), quizId })),
    ),
  };
}
