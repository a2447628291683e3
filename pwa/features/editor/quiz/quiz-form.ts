import * as v from 'valibot';
import { type QuizFields, quizEntity } from '#schema/entities/quiz-entity.ts';
import type { Quiz } from '#schema/quizzes/quiz.ts';

/** The settings of a practice or test as they are typed; practice has only a title and its order. */
export const QuizForm = v.object({
  title: v.string(),
  passPercent: v.string(),
  /** Empty: any number. */
  attemptsMax: v.string(),
  scoreRule: quizEntity.fields.scoreRule,
  release: quizEntity.fields.release,
  isRequired: v.boolean(),
  isShuffled: v.boolean(),
});
export type QuizForm = v.InferOutput<typeof QuizForm>;

export const toQuizForm = (quiz: Quiz): QuizForm => ({
  ...{ title: quiz.title, scoreRule: quiz.scoreRule, release: quiz.release },
  passPercent: String(quiz.passPercent),
  attemptsMax: quiz.attemptsMax === null ? '' : String(quiz.attemptsMax),
  isRequired: quiz.isRequired === 1,
  isShuffled: quiz.isShuffled === 1,
});

export interface QuizFormProblem {
  readonly field: 'title' | 'passPercent' | 'attemptsMax';
  readonly sentence: string;
}

const { passPercent, attemptsMax } = quizEntity.fieldRules;
const WholeNumber = v.pipe(v.string(), v.trim(), v.regex(/^\d{1,3}$/), v.transform(Number));
const Percent = v.pipe(WholeNumber, v.maxValue(passPercent.max));
const Count = v.pipe(WholeNumber, v.minValue(1), v.maxValue(attemptsMax.max));
const Attempts = v.union([
  v.pipe(
    v.string(),
    v.trim(),
    v.literal(''),
    v.transform(() => null),
  ),
  Count,
]);

/** Returns the first thing that is not valid; null if all is. */
export function findFormProblem(form: QuizForm, use: Quiz['use']): QuizFormProblem | null {
  if (form.title.trim() === '') return { field: 'title', sentence: 'Please enter a title' };
  if (use === 'practice') return null;
  if (!v.is(Percent, form.passPercent))
    return { field: 'passPercent', sentence: 'Please enter a whole number from 0 to 100' };
  return v.is(Attempts, form.attemptsMax)
    ? null
    : { field: 'attemptsMax', sentence: 'Please enter a whole number from 1 to 100, or nothing' };
}

/** The fields of a form without a problem. */
export function toQuizFields(form: QuizForm, use: Quiz['use']): QuizFields {
  const both = { title: form.title.trim(), isShuffled: bit(form.isShuffled) };
  if (use === 'practice') return both;
  return {
    ...both,
    passPercent: v.parse(Percent, form.passPercent),
    attemptsMax: v.parse(Attempts, form.attemptsMax),
    ...{ scoreRule: form.scoreRule, release: form.release, isRequired: bit(form.isRequired) },
  };
}

const bit = (isSet: boolean): 0 | 1 => (isSet ? 1 : 0);

/** The settings in one line, such as `60 % to pass · 2 attempts, the best counts · required for the lesson`. */
export function describeSettings(quiz: Quiz & { readonly questions: readonly unknown[] }): string {
  const { use, attemptsMax: most, scoreRule, release, isRequired, isShuffled, questions } = quiz;
  const attempts =
    most === null ? 'any number of attempts' : `${most} ${most === 1 ? 'attempt' : 'attempts'}`;
  const ofTest = [
    `${quiz.passPercent} % to pass`,
    most === 1 ? attempts : `${attempts}, the ${scoreRule} counts`,
    release === 'answers' ? 'shows the answers' : 'shows the score only',
    ...(isRequired === 1 ? ['required for the lesson'] : []),
  ];
  const parts = [
    ...(questions.length === 0 ? ['Learners see it when it has a question'] : []),
    ...(use === 'test' ? ofTest : ['Explains each answer at once']),
    ...(isShuffled === 1 ? ['shuffled'] : []),
  ];
  return parts.join(' · ');
}
