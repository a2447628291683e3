import { flattenLessons } from '#schema/courses/course.ts';
import type { LessonProgress } from '#schema/learning/progress.ts';
import { findResumeLesson } from '#schema/learning/resume.ts';

interface WithLessons<L> {
  readonly modules: readonly { readonly title: string; readonly lessons: readonly L[] }[];
}

/** The position of a lesson in its course, across modules. */
export interface LessonPlace<L> {
  readonly lesson: L;
  /** Counted from 1. */
  readonly number: number;
  readonly total: number;
  readonly moduleTitle: string;
  readonly previous: L | null;
  readonly next: L | null;
}

/** Finds a lesson in its course; null if it is not, or no longer, there. */
export function findLessonPlace<L extends { readonly id: string }>(
  course: WithLessons<L>,
  lessonId: string | null,
): LessonPlace<L> | null {
  const lessons = flattenLessons(course);
  const index = lessons.findIndex((lesson) => lesson.id === lessonId);
  const lesson = lessons[index];
  if (lesson === undefined) return null;
  const holder = course.modules.find((module) => module.lessons.includes(lesson));
  return {
    lesson,
    number: index + 1,
    total: lessons.length,
    moduleTitle: holder?.title ?? '',
    previous: lessons[index - 1] ?? null,
    next: lessons[index + 1] ?? null,
  };
}

/** The requested lesson if the course has it, otherwise the one to continue; null without lessons. */
export function chooseLesson<L extends { readonly id: string }>(
  course: WithLessons<L>,
  progress: readonly LessonProgress[],
  requestedId: string | null,
): string | null {
  const ids = flattenLessons(course).map((lesson) => lesson.id);
  if (requestedId !== null && ids.includes(requestedId)) return requestedId;
  return findResumeLesson(ids, progress);
}
