import * as v from 'valibot';
import { draftPrefix } from '#pwa/store/account/drafts.ts';
import { pick } from '#schema/entities/by-name.ts';
import { questionEntity } from '#schema/entities/question-entity.ts';
import { quizEntity } from '#schema/entities/quiz-entity.ts';
import type { Question, Quiz } from '#schema/quizzes/quiz.ts';
import { useRowDraft } from '../draft/use-row-draft.ts';
import { newForm, QuestionForm, toForm } from './question-form.ts';
import { QuizForm, toQuizForm } from './quiz-form.ts';

/* The drafts of practice and tests, which the sync centre lists with their lesson (draft-rows.ts). */

/** Unsaved input, with what its user saw when it was begun; `version` 0 and no base for a new row. */
const seen = {
  version: v.number(),
  base: v.nullable(v.record(v.string(), v.union([v.string(), v.number(), v.null()]))),
};
const QuestionDraft = v.object({ ...seen, form: QuestionForm });
export type OpenDraft = v.InferOutput<typeof QuestionDraft>;
const SettingsDraft = v.object({ ...seen, form: QuizForm });

interface InLesson {
  readonly courseId: string;
  readonly lessonId: string;
  readonly quizId: string;
}

/** The drafts of the questions of a quiz; the rest of an id is that of the question, or `new`. */
export const questionDrafts = ({ courseId, lessonId, quizId }: InLesson): string =>
  `${draftPrefix(courseId)}question/${lessonId}/${quizId}/`;

export const questionDraftId = (quiz: InLesson, question: Question | null): string =>
  `${questionDrafts(quiz)}${question?.id ?? 'new'}`;

export const settingsDraftId = ({ courseId, lessonId, quizId }: InLesson): string =>
  `${draftPrefix(courseId)}settings/${lessonId}/${quizId}`;

/** @param question null: a new one */
export const useQuestionDraft = (userId: string, quiz: InLesson, question: Question | null) =>
  useRowDraft<QuestionForm, OpenDraft>(userId, questionDraftId(quiz, question), {
    schema: QuestionDraft,
    open: () =>
      question === null
        ? { version: 0, base: null, form: newForm() }
        : {
            version: question.version,
            base: pick(question, questionEntity.fieldNames),
            form: toForm(question),
          },
  });

export const useSettingsDraft = (userId: string, of: InLesson, quiz: Quiz) =>
  useRowDraft<QuizForm, v.InferOutput<typeof SettingsDraft>>(userId, settingsDraftId(of), {
    schema: SettingsDraft,
    open: () => ({
      version: quiz.version,
      base: pick(quiz, quizEntity.fieldNames),
      form: toQuizForm(quiz),
    }),
  });
