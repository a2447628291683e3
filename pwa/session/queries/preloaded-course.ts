import type { OfflineCourse } from '#pwa/store/database/rows.ts';
import type { CourseTest } from '#pwa/sync/quizzes/course-tests.ts';
import type { LessonProgress } from '#schema/learning/progress.ts';

/*
 * The stored course of the current address, read while React is still loading: the first render has the text
 * in it instead of an empty lesson page. It is dropped after that, because it does not follow the store.
 */
export interface PreloadedCourse {
  readonly userId: string;
  readonly courseId: string;
  readonly lessonId: string | null;
  readonly course: OfflineCourse | null;
  readonly progress: readonly LessonProgress[];
  readonly tests: readonly CourseTest[];
  /** The HTML of that lesson; null if it is not on this device, or the address names none. */
  readonly html: string | null;
}

let held: PreloadedCourse | null = null;
let isOver = false;

export function setPreloadedCourse(preloaded: PreloadedCourse): void {
  if (!isOver) held = preloaded;
}

/** Null if it belongs to another user or course, was not read in time, or was dropped. */
export function findPreloadedCourse(userId: string, courseId: string): PreloadedCourse | null {
  return held?.userId === userId && held.courseId === courseId ? held : null;
}

/** The first render is done: from now on components read the store. */
export function clearPreloadedCourse(): void {
  held = null;
  isOver = true;
}
