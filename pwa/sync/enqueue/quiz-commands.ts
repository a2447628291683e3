import { generateKeyBetween } from 'fractional-indexing';
import { v7 as uuid } from 'uuid';
import type { CommandOf } from '#schema/commands/all-commands.ts';
import { given } from '#schema/editor/given.ts';
import { questionEntity } from '#schema/entities/question-entity.ts';
import { type QuizFields, quizEntity } from '#schema/entities/quiz-entity.ts';
import type { QuizUse } from '#schema/quizzes/question-kind.ts';
import type { CopiedQuiz } from '#schema/quizzes/quiz-input.ts';
import {
  CreateQuestionInput,
  CreateQuizInput,
  UpdateQuestionInput,
  UpdateQuizInput,
} from '#schema/quizzes/quiz-input.ts';
import type { LessonRef } from '../commands/row-refs.ts';
import { copyQuiz } from '../quizzes/copy-quiz.ts';
import { afterOwnAcks } from './after-own-acks.ts';
import { parseEdit } from './edit-input.ts';
import { coalesceDelete, coalesceUpdate } from './editor-coalesce.ts';
import { changeEditorQueue } from './editor-queue.ts';

/*
 * The edits of practice and tests. As those of the editor (editor-commands.ts): when one of these functions resolves, the edit is
 * durable on the device.
 */

/** A quiz as commands name it, with its place; `version` 0 if only an unsent command has created it. */
export interface QuizRef extends LessonRef {
  readonly quizId: string;
  readonly quizTitle: string;
  readonly quizUse: QuizUse;
}

type Placed = readonly { readonly position: string }[];
const after = (rows: Placed): string => generateKeyBetween(rows.at(-1)?.position ?? null, null);

/** Queues practice or a test, after the others of its lesson. */
export async function enqueueQuizCreate(
  authorId: string,
  { courseId, moduleId, lessonId, lessonTitle }: LessonRef,
  { use, title, siblings }: { readonly use: QuizUse; readonly title: string; readonly siblings: Placed },
) {
  const input = parseEdit(CreateQuizInput, { use, title });
  const quizId = uuid();
  const commandId = await changeEditorQueue(authorId, (queue) =>
    queue.append({
      kind: 'quiz.create',
      args: {
        ...{ courseId, moduleId, lessonId, lessonTitle, quizId },
        ...{ ...quizEntity.defaults, use, title: input.title, position: after(siblings) },
      },
    }),
  );
  return { quizId, commandId };
}

interface Copy {
  readonly quiz: CopiedQuiz;
  readonly siblings: Placed;
}

/** Queues a practice or test with its questions as new rows, after the others of its lesson; all or nothing. */
export async function enqueueQuizCopy(
  authorId: string,
  lesson: LessonRef,
  { quiz, siblings }: Copy,
): Promise<void> {
  const bodies = copyQuiz(lesson, { ...quiz, position: after(siblings) });
  await changeEditorQueue(authorId, async (queue) => {
    for (const body of bodies) await queue.append(body);
  });
}

interface Seen<Fields> {
  readonly version: number;
  /** The values that the user saw. */
  readonly base: Fields;
  readonly changes: Fields;
}

/** Queues a change of a quiz; null if it is back to the server's values and nothing is left to send. */
export function enqueueQuizUpdate(
  authorId: string,
  quiz: QuizRef,
  { version, base, changes }: Seen<QuizFields>,
): Promise<string | null> {
  const args = { ...refOf(quiz), version, base, changes: given(parseEdit(UpdateQuizInput, changes)) };
  return changeEditorQueue(authorId, (queue) => {
    const body = afterOwnAcks(queue, { kind: 'quiz.update', args });
    return queue.apply(coalesceUpdate(queue.unsent, body, null));
  });
}

/** Queues the deletion of a quiz with its questions; null if it was never sent and nothing is left to send. */
export function enqueueQuizDelete(authorId: string, quiz: QuizRef, version: number): Promise<string | null> {
  const args = { ...refOf(quiz), version };
  return changeEditorQueue(authorId, (queue) =>
    queue.apply(coalesceDelete(queue.unsent, afterOwnAcks(queue, { kind: 'quiz.delete', args }))),
  );
}

type QuestionArgs = CommandOf<'question.create'>['args'];
export type NewQuestion = Pick<
  QuestionArgs,
  'kind' | 'prompt' | 'choices' | 'key' | 'points' | 'explanation'
>;
type QuestionChanges = CommandOf<'question.update'>['args']['changes'];

interface NewPlace {
  readonly siblings: Placed;
  /** Otherwise it is the last one. */
  readonly position?: string | undefined;
}

/** Queues a question, after the others of its quiz unless a position is given. */
export async function enqueueQuestionCreate(
  authorId: string,
  quiz: QuizRef,
  { siblings, position = after(siblings), ...fields }: NewQuestion & NewPlace,
) {
  const input = parseEdit(CreateQuestionInput, fields);
  const questionId = uuid();
  const row = { ...questionEntity.defaults, ...given(input), ...fields, position };
  const commandId = await changeEditorQueue(authorId, (queue) =>
    queue.append({ kind: 'question.create', args: { ...refOf(quiz), ...row, questionId } }),
  );
  return { questionId, commandId };
}

/** Queues a change of a question; null if nothing is left to send. */
export function enqueueQuestionUpdate(
  authorId: string,
  quiz: QuizRef,
  { questionId, version, base, changes }: Seen<QuestionChanges> & { readonly questionId: string },
): Promise<string | null> {
  const checked = given(parseEdit(UpdateQuestionInput, changes));
  const args = { ...refOf(quiz), questionId, version, base, changes: checked };
  return changeEditorQueue(authorId, (queue) => {
    const body = afterOwnAcks(queue, { kind: 'question.update', args });
    return queue.apply(coalesceUpdate(queue.unsent, body, null));
  });
}

/** Queues the deletion of a question; null if it was never sent and nothing is left to send. */
export function enqueueQuestionDelete(
  authorId: string,
  quiz: QuizRef,
  { questionId, version }: { readonly questionId: string; readonly version: number },
): Promise<string | null> {
  const args = { ...refOf(quiz), questionId, version };
  return changeEditorQueue(authorId, (queue) =>
    queue.apply(coalesceDelete(queue.unsent, afterOwnAcks(queue, { kind: 'question.delete', args }))),
  );
}

function refOf({ courseId, moduleId, lessonId, lessonTitle, quizId, quizTitle, quizUse }: QuizRef) {
  return { courseId, moduleId, lessonId, lessonTitle, quizId, quizTitle, quizUse };
}
