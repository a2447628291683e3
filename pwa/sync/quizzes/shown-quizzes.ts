import { listUnpulled, listUnsentOfLesson, type OutboxRow } from '#pwa/store/account/outbox.ts';
import { readAtOnce } from '#pwa/store/database/access.ts';
import type { Reader } from '#pwa/store/database/private-store.ts';
import { byPosition } from '#schema/courses/position.ts';
import { given } from '#schema/editor/given.ts';
import type { Question, Quiz } from '#schema/quizzes/quiz.ts';
import { isQuizEdit, type QuizEdit } from './quiz-kind.ts';

/** A quiz with its questions, in their order. A row that only a waiting command creates has version 0. */
export interface ShownQuiz extends Quiz {
  readonly questions: readonly Question[];
}

/**
 * Returns the quizzes of a lesson as the user sees them: the pulled rows with the commands that they do not show yet.
 *
 * @param listImported rows of an import that the server does not have yet, or of which a part was pulled
 */
export function readShownQuizzes(
  store: Reader,
  lessonId: string,
  listImported: (tx: Reader, lessonId: string) => Promise<QuizRows> = async () => noRows,
): Promise<ShownQuiz[]> {
  const tables = [store.quizzes, store.questions, store.outbox, store.state, store.importTexts];
  return readAtOnce(store, tables, async (tx) => {
    const stored = await listQuizRows(tx, lessonId, await listImported(tx, lessonId));
    const rows = [...(await listUnpulled(tx)), ...(await listUnsentOfLesson(tx, lessonId))];
    return overlayQuizzes(stored, rows, lessonId);
  });
}

export interface QuizRows {
  readonly quizzes: readonly Quiz[];
  readonly questions: readonly Question[];
}

export const noRows: QuizRows = { quizzes: [], questions: [] };

/** Returns the pulled rows of a lesson after those of an import. For use inside a transaction over both tables. */
export async function listQuizRows(tx: Reader, lessonId: string, imported = noRows): Promise<QuizRows> {
  const quizzes = [...imported.quizzes, ...(await tx.quizzes.where({ lessonId }).toArray())];
  const ids = quizzes.map(({ id }) => id);
  const pulled = await tx.questions.where('quizId').anyOf(ids).toArray();
  return { quizzes, questions: [...imported.questions, ...pulled] };
}

/**
 * Returns the quizzes of a lesson with its commands applied.
 *
 * @param commands in the order of entry
 */
export function overlayQuizzes(
  rows: QuizRows,
  commands: readonly Pick<OutboxRow, 'command' | 'ackVersion'>[],
  lessonId: string,
): ShownQuiz[] {
  const quizzes = new Map(rows.quizzes.map((quiz) => [quiz.id, quiz]));
  const questions = new Map(rows.questions.map((question) => [question.id, question]));
  for (const { command, ackVersion } of commands) {
    if (!isQuizEdit(command) || command.args.lessonId !== lessonId) continue;
    apply({ quizzes, questions }, command);
    if (ackVersion === undefined) continue;
    // The row of an acknowledged command has its version on the server.
    const { quizId } = command.args;
    if ('questionId' in command.args) raise(questions, command.args.questionId, ackVersion);
    else raise(quizzes, quizId, ackVersion);
  }
  return [...quizzes.values()].sort(byPosition).map((quiz) => ({
    ...quiz,
    questions: [...questions.values()].filter(({ quizId }) => quizId === quiz.id).sort(byPosition),
  }));
}

interface Maps {
  readonly quizzes: Map<string, Quiz>;
  readonly questions: Map<string, Question>;
}

function apply({ quizzes, questions }: Maps, { kind, args }: QuizEdit): void {
  const { courseId, lessonId, quizId } = args;
  switch (kind) {
    case 'quiz.create': {
      const { moduleId: _, lessonTitle: __, quizId: id, ...fields } = args;
      quizzes.set(id, { ...fields, id, courseId, lessonId, version: 0 });
      return;
    }
    case 'quiz.update': {
      const quiz = quizzes.get(quizId);
      if (quiz !== undefined) quizzes.set(quizId, { ...quiz, ...given(args.changes) });
      return;
    }
    case 'quiz.delete':
      quizzes.delete(quizId);
      return;
    case 'question.create': {
      const {
        moduleId: _,
        lessonId: __,
        lessonTitle: ___,
        quizTitle: ____,
        quizUse: _____,
        questionId: id,
        ...fields
      } = args;
      questions.set(id, { ...fields, id, courseId, quizId, version: 0 });
      return;
    }
    case 'question.update': {
      const question = questions.get(args.questionId);
      if (question !== undefined) questions.set(args.questionId, { ...question, ...given(args.changes) });
      return;
    }
    case 'question.delete':
      questions.delete(args.questionId);
  }
}

function raise<Row extends { readonly version: number }>(
  rows: Map<string, Row>,
  id: string,
  version: number,
) {
  const row = rows.get(id);
  if (row !== undefined && row.version < version) rows.set(id, { ...row, version });
}
