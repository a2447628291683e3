import { v7 as uuid } from 'uuid';
import type { CommandBodyOf } from '#schema/commands/all-commands.ts';
import type { CopiedQuiz } from '#schema/quizzes/quiz-input.ts';
import type { LessonRef } from '../commands/row-refs.ts';

/** The commands that make a practice or test with its questions in a lesson, as new rows. */
export function copyQuiz(
  { courseId, moduleId, lessonId, lessonTitle }: LessonRef,
  { questions, ...quiz }: CopiedQuiz,
): CommandBodyOf<'quiz.create' | 'question.create'>[] {
  const lesson = { courseId, moduleId, lessonId, lessonTitle };
  const quizId = uuid();
  const own = { ...lesson, quizId, quizTitle: quiz.title, quizUse: quiz.use };
  return [
    { kind: 'quiz.create', args: { ...quiz, ...lesson, quizId } },
    ...questions.map((question) => ({
      kind: 'question.create' as const,
      args: { ...own, ...question, questionId: uuid() },
    })),
  ];
}
