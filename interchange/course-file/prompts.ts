import type { CourseOutline } from './course-file.ts';

type OutlineLesson = CourseOutline['modules'][number]['lessons'][number];

/** The HTML of all questions of a course. */
export const promptsOf = ({ modules }: Pick<CourseOutline, 'modules'>): string[] =>
  modules
    .flatMap(({ lessons }) => lessons.flatMap(({ quizzes = [] }) => quizzes))
    .flatMap(({ questions }) => questions.map(({ prompt }) => prompt));

/** Returns a course with the HTML of its questions replaced. */
export const withPrompts = (outline: CourseOutline, replace: (html: string) => string): CourseOutline => ({
  ...outline,
  modules: outline.modules.map((module) => ({
    ...module,
    lessons: module.lessons.map((lesson) => withLessonPrompts(lesson, replace)),
  })),
});

function withLessonPrompts(lesson: OutlineLesson, replace: (html: string) => string): OutlineLesson {
  const { quizzes } = lesson;
  if (quizzes === undefined) return lesson;
  const replaced = quizzes.map(({ questions, ...quiz }) => ({
    ...quiz,
    questions: questions.map((question) => ({ ...question, prompt: replace(question.prompt) })),
  }));
  return { ...lesson, quizzes: replaced };
}
