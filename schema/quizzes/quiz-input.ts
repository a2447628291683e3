import * as v from 'valibot';
import { Position, Title } from '../editor/editor.ts';
import type { InputsOf } from '../entities/entity.ts';
import type { QuestionFields } from '../entities/question-entity.ts';
import { type QuizFields, quizEntity } from '../entities/quiz-entity.ts';
import { Id } from '../id.ts';
import {
  LESSON_BODY_MAX_BYTES,
  QUESTION_POINTS_MAX,
  QUESTION_PROMPT_MAX_CHARACTERS,
  QUIZ_ATTEMPTS_MAX,
  TEXT_MAX_CHARACTERS,
} from '../limits.ts';
import { QuestionKind, QuizUse } from './question-kind.ts';

const Percent = v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(100));
const Count = v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(QUIZ_ATTEMPTS_MAX));
/** Their content is checked as a whole (question-content.ts). */
const Json = v.pipe(v.string(), v.maxLength(LESSON_BODY_MAX_BYTES));

const quizFields = {
  title: Title,
  passPercent: Percent,
  attemptsMax: v.nullable(Count),
  scoreRule: quizEntity.fields.scoreRule,
  isShuffled: quizEntity.fields.isShuffled,
  release: quizEntity.fields.release,
  isRequired: quizEntity.fields.isRequired,
  position: Position,
} satisfies InputsOf<QuizFields>;
export const UpdateQuizInput = v.partial(v.object(quizFields));
export type UpdateQuizInput = v.InferOutput<typeof UpdateQuizInput>;
export const CreateQuizInput = v.object({
  id: v.optional(Id),
  use: QuizUse,
  ...UpdateQuizInput.entries,
  title: Title,
});
export type CreateQuizInput = v.InferOutput<typeof CreateQuizInput>;

const questionFields = {
  prompt: v.pipe(v.string(), v.maxLength(QUESTION_PROMPT_MAX_CHARACTERS)),
  choices: Json,
  key: Json,
  points: v.pipe(v.number(), v.minValue(0), v.maxValue(QUESTION_POINTS_MAX)),
  explanation: v.pipe(v.string(), v.maxLength(TEXT_MAX_CHARACTERS)),
  position: Position,
} satisfies InputsOf<QuestionFields>;
export const UpdateQuestionInput = v.partial(v.object(questionFields));
export type UpdateQuestionInput = v.InferOutput<typeof UpdateQuestionInput>;
export const CreateQuestionInput = v.object({
  id: v.optional(Id),
  kind: QuestionKind,
  ...UpdateQuestionInput.entries,
  prompt: questionFields.prompt,
  key: questionFields.key,
});
export type CreateQuestionInput = v.InferOutput<typeof CreateQuestionInput>;
