import * as v from 'valibot';
import { questionEntity } from '../entities/question-entity.ts';
import { quizEntity } from '../entities/quiz-entity.ts';
import { Id } from '../id.ts';
import { readChoices } from './question-content.ts';
import { QuestionKind, QuizUse } from './question-kind.ts';

const row = { id: Id, courseId: Id, version: v.number() };

/** The row of a quiz, in replies and the pull. */
export const Quiz = v.object({ ...row, lessonId: Id, use: QuizUse, ...quizEntity.fields });
export type Quiz = v.InferOutput<typeof Quiz>;

/** The row of a question. Of a test, learners receive it without `key` and `explanation`. */
export const Question = v.object({ ...row, quizId: Id, kind: QuestionKind, ...questionEntity.fields });
export type Question = v.InferOutput<typeof Question>;

/** Choices as learners receive them: in the order of their random ids, because authors write the right one first. */
export const choicesForLearners = (question: Pick<Question, 'choices'>): string =>
  JSON.stringify(readChoices(question).sort((one, other) => (one.id < other.id ? -1 : 1)));

/** A question as learners receive it: without the key of a test. */
export function questionForLearners(question: Question, use: QuizUse): Question {
  const hidden = use === 'test' ? { key: '', explanation: '' } : {};
  return { ...question, choices: choicesForLearners(question), ...hidden };
}
