import { openPrivateStore } from '#pwa/store/database/private-store.ts';
import type { CopiedQuiz } from '#schema/quizzes/quiz-input.ts';
import type { LessonRef } from '../commands/row-refs.ts';
import { listImportedQuizzes } from '../quizzes/imported-quizzes.ts';
import { readShownQuizzes } from '../quizzes/shown-quizzes.ts';
import { enqueueQuizCopy } from './quiz-commands.ts';

/**
 * Queues a deleted practice or test with its questions as new rows, because ids are never used again: the last one of its
 * lesson.
 */
export async function restoreQuiz(authorId: string, lesson: LessonRef, quiz: CopiedQuiz): Promise<void> {
  const store = openPrivateStore(authorId);
  const siblings = await readShownQuizzes(store, lesson.lessonId, listImportedQuizzes);
  await enqueueQuizCopy(authorId, lesson, { quiz, siblings });
}
