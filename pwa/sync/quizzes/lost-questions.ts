import * as v from 'valibot';
import { draftPrefix } from '#pwa/store/account/drafts.ts';
import { readAtOnce } from '#pwa/store/database/access.ts';
import type { Reader } from '#pwa/store/database/private-store.ts';
import { Question, Quiz } from '#schema/quizzes/quiz.ts';

/** A draft of the editor whose question another user deleted. */
export interface LostQuestion {
  readonly quiz: Quiz;
  /** As it was last; null for a new one, whose quiz is deleted. */
  readonly question: Question | null;
}

/** Returns the drafts of questions of a lesson whose row, or whose quiz, was deleted by another user. */
export function readLostQuestions(
  store: Reader,
  { courseId, lessonId }: { readonly courseId: string; readonly lessonId: string },
): Promise<LostQuestion[]> {
  const tables = [store.drafts, store.deletedSnapshots, store.quizzes, store.questions];
  return readAtOnce(store, tables, async (tx) => {
    const prefix = `${draftPrefix(courseId)}question/${lessonId}/`;
    const drafts = await tx.drafts.where('id').startsWith(prefix).primaryKeys();
    const names = drafts.map((id) => id.slice(prefix.length).split('/'));
    const quizIds = names.map(([quizId = '']) => quizId);
    const questionIds = names.map(([, questionId = '']) => questionId);
    const [quizzes, questions, goneQuizzes, goneQuestions] = await Promise.all([
      tx.quizzes.bulkGet(quizIds),
      tx.questions.bulkGet(questionIds),
      tx.deletedSnapshots.bulkGet(quizIds),
      tx.deletedSnapshots.bulkGet(questionIds),
    ]);
    return names.flatMap(([, questionId], at): LostQuestion[] => {
      const quiz = parse(Quiz, quizzes[at] ?? goneQuizzes[at]?.data);
      const question = parse(Question, goneQuestions[at]?.data);
      const isNew = questionId === 'new';
      const isLost = isNew ? quizzes[at] === undefined : questions[at] === undefined && question !== null;
      return quiz !== null && isLost ? [{ quiz, question: isNew ? null : question }] : [];
    });
  });
}

function parse<Schema extends v.GenericSchema>(schema: Schema, row: unknown): v.InferOutput<Schema> | null {
  const parsed = v.safeParse(schema, row);
  return parsed.success ? parsed.output : null;
}
