import * as v from 'valibot';
import { Id } from '#schema/id.ts';
import { CopiedQuiz } from '#schema/quizzes/quiz-input.ts';

/** The HTML of a lesson, and its quizzes if it has any. */
export const LessonText = v.object({
  lessonId: Id,
  content: v.string(),
  quizzes: v.exactOptional(v.array(CopiedQuiz)),
});
export type LessonText = v.InferOutput<typeof LessonText>;

/** By which a text that was lost is noticed. */
export const countCharacters = ({ content, quizzes }: LessonText): number =>
  content.length + (quizzes === undefined ? 0 : JSON.stringify(quizzes).length);
