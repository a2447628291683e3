import { v7 as uuid } from 'uuid';
import * as v from 'valibot';
import { copyQuiz } from '#pwa/sync/quizzes/copy-quiz.ts';
import { isQuizEdit, type QuizEdit } from '#pwa/sync/quizzes/quiz-kind.ts';
import { overlayQuizzes, type ShownQuiz } from '#pwa/sync/quizzes/shown-quizzes.ts';
import type { Command, CommandOf } from '#schema/commands/all-commands.ts';
import { pick } from '#schema/entities/by-name.ts';
import { questionEntity } from '#schema/entities/question-entity.ts';
import { quizEntity } from '#schema/entities/quiz-entity.ts';
import { UserFacingError } from '#schema/messages/user-facing-error.ts';
import { Question, Quiz } from '#schema/quizzes/quiz.ts';
import { CopiedQuiz } from '#schema/quizzes/quiz-input.ts';
import { hasLesson, type KnownRows } from './known-rows.ts';
import { recreateLesson } from './recreate-lesson.ts';
import { keyAfter, listWaiting, type Replacement } from './replacement.ts';

export const NEVER_RECEIVED =
  'The deleted question was never on this device, so it cannot be restored. Your edits are still here; “Discard my edits” keeps their text in the history.';

/**
 * Recreates what an edit of practice or a test has lost: its question; the quiz with all questions, as its user saw it;
 * and the lesson, if that is deleted too. The unsent edits are in it already.
 *
 * @throws {UserFacingError} if an edit is of a question that this device never received, as one imported from a file
 */
export function recreateQuiz(command: QuizEdit, known: KnownRows): Replacement {
  const { lessonId, quizId } = command.args;
  if (command.kind === 'question.update' && known.quizzes.some(({ id }) => id === quizId))
    return recreateQuestion(command, known);
  const { remove, append } =
    command.kind !== 'quiz.create' && hasLesson(known, lessonId)
      ? withWaiting(command, known, ['quizId', quizId])
      : recreateLesson(command, known);
  const isOfQuiz = (one: Command): one is QuizEdit => isQuizEdit(one) && one.args.quizId === quizId;
  const [edit = command, ...edits] = append.filter(isOfQuiz);
  const quiz = requireQuiz(known, [edit, ...edits]);
  const position = keyAfter(known.quizzes.map((one) => one.position));
  const copy = copyQuiz(edit.args, { ...v.parse(CopiedQuiz, quiz), position });
  const creates = copy.map((body) => ({ ...command, ...body }));
  return { remove, append: [...append.filter((one) => !isOfQuiz(one)), ...creates] };
}

/** The question alone, at the end of its quiz. */
function recreateQuestion(command: CommandOf<'question.update'>, known: KnownRows): Replacement {
  const { questionId, version: _, base: __, changes: ___, ...quizRef } = command.args;
  const { remove, append } = withWaiting(command, known, ['questionId', questionId]);
  const edits = append.filter(isQuizEdit).filter(({ kind }) => kind !== 'question.delete');
  const { questions } = requireQuiz(known, edits);
  const question = questions.find(({ id }) => id === questionId);
  if (question === undefined) throw new UserFacingError(NEVER_RECEIVED);
  const fields = { kind: question.kind, ...pick(question, questionEntity.fieldNames) };
  const position = keyAfter(questions.map((one) => one.position));
  const args = { ...quizRef, ...fields, position, questionId: uuid() };
  return { remove, append: [{ ...command, kind: 'question.create', args }] };
}

function withWaiting(
  command: QuizEdit,
  known: KnownRows,
  [name, id]: readonly ['quizId' | 'questionId', string],
): Replacement {
  const waiting = listWaiting(known, name, id).filter((row) => isQuizEdit(row.command));
  return { remove: waiting, append: [command, ...waiting.map((row) => row.command)] };
}

/** The last known version of the quiz of these edits, with all of them; a user who recreates it does not want it deleted. */
function requireQuiz({ quizzes, deletedSnapshots }: KnownRows, edits: readonly QuizEdit[]): ShownQuiz {
  const [edit] = edits;
  const deleted = [...deletedSnapshots.values()];
  // A question that was never here would be lost with its edit.
  const named = edits.some(({ kind }) => kind === 'question.update') ? [] : edits.flatMap(quizNamedBy);
  const rows = {
    quizzes: [...named, ...deleted.filter((row) => v.is(Quiz, row)), ...quizzes],
    questions: [
      ...deleted.filter((row) => v.is(Question, row)),
      ...quizzes.flatMap(({ questions }) => questions),
    ],
  };
  const applied = edits.filter(({ kind }) => kind !== 'quiz.delete').map((command) => ({ command }));
  const shown = overlayQuizzes(rows, applied, edit?.args.lessonId ?? '');
  const quiz = shown.find(({ id }) => id === edit?.args.quizId);
  if (quiz === undefined) throw new UserFacingError(NEVER_RECEIVED);
  return quiz;
}

/** A quiz with the name and use that an edit tells: nothing else is left of one that was discarded before it was sent. */
const quizNamedBy = ({ args }: QuizEdit): Quiz[] =>
  'quizTitle' in args
    ? [
        {
          ...{ id: args.quizId, courseId: args.courseId, lessonId: args.lessonId, version: 0 },
          ...{ ...quizEntity.defaults, title: args.quizTitle, use: args.quizUse, position: keyAfter([]) },
        },
      ]
    : [];
