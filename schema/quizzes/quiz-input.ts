import * as v from 'valibot';
import { filled, Position } from '../editor/common-inputs.ts';
import type { InputsOf } from '../entities/entity.ts';
import { type QuestionFields, questionEntity } from '../entities/question-entity.ts';
import { type QuizFields, quizEntity } from '../entities/quiz-entity.ts';
import { textInputs } from '../entities/text-inputs.ts';
import { Id } from '../id.ts';
import { LESSON_BODY_MAX_BYTES } from '../limits.ts';
import { QuestionKind, QuizUse } from './question-kind.ts';

const { fieldRules: quiz } = quizEntity;
const { fieldRules: question } = questionEntity;

const Title = filled(quiz.title.max);
const Percent = v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(quiz.passPercent.max));
const Count = v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(quiz.attemptsMax.max));
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
  ...textInputs(question),
  choices: Json,
  key: Json,
  points: v.pipe(v.number(), v.minValue(0), v.maxValue(question.points.max)),
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

export const CopiedQuestion = v.object({ kind: QuestionKind, ...questionFields });
/**
 * A quiz with its questions, without their ids and places in a course: as an import brings it, and the history has a
 * deleted one. The ids of imported rows are by their places (schema/courses/imported-id.ts).
 */
export const CopiedQuiz = v.object({
  use: QuizUse,
  ...quizFields,
  questions: v.array(CopiedQuestion),
});
export type CopiedQuiz = v.InferOutput<typeof CopiedQuiz>;
