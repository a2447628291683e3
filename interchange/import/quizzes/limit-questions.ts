import type { ImportReport } from '../import-report.ts';
import type { ImportedModule } from '../imported-course.ts';
import { quizReasons } from './quiz-reasons.ts';

export const QUESTIONS_MAX = 10_000;

/** Leaves out, with a report, the questions of a course beyond a number that no teacher writes. */
export function limitQuestions(
  modules: readonly ImportedModule[],
  report: ImportReport,
): readonly ImportedModule[] {
  let left = QUESTIONS_MAX;
  const limited = modules.map((module) => ({
    ...module,
    lessons: module.lessons.map((lesson) => {
      if (lesson.quizzes === undefined) return lesson;
      const quizzes = lesson.quizzes.map((quiz) => {
        const questions = quiz.questions.slice(0, Math.max(left, 0));
        left -= quiz.questions.length;
        return { ...quiz, questions };
      });
      if (left < 0) report.add('leftOut', lesson.title, quizReasons.tooMany);
      return { ...lesson, quizzes };
    }),
  }));
  return left < 0 ? limited : modules;
}
