import type { LessonProgress } from '#schema/progress.ts';
import type { KeptCourse } from '../store/rows.ts';

/*
 * The stored course of the current address, read while React is still loading: the first render has the text
 * in it instead of an empty lesson page. It is dropped after that, because it does not follow the store.
 */
export interface FirstDesk {
  readonly userId: string;
  readonly courseId: string;
  readonly lessonId: string | null;
  readonly course: KeptCourse | null;
  readonly progress: readonly LessonProgress[];
  /** The HTML of that lesson; null if it is not on this device, or the address names none. */
  readonly html: string | null;
}

let held: FirstDesk | null = null;
let isOver = false;

export function holdFirstDesk(desk: FirstDesk): void {
  if (!isOver) held = desk;
}

/** Null if it belongs to another user or course, was not read in time, or was dropped. */
export function findFirstDesk(userId: string, courseId: string): FirstDesk | null {
  return held?.userId === userId && held.courseId === courseId ? held : null;
}

/** The first render is done: from now on components read the store. */
export function dropFirstDesk(): void {
  held = null;
  isOver = true;
}
