import type { LessonProgress } from '#schema/progress.ts';
import type { KeptCourse } from '../store/rows.ts';

/*
 * What the device has of the course that the address names, read while React is still on its way: the
 * first picture is drawn once, with the text in it, instead of an empty desk first. It is worth nothing
 * after that, for the store goes on and this does not.
 */
export interface FirstDesk {
  readonly userId: string;
  readonly courseId: string;
  readonly lessonId: string | null;
  readonly course: KeptCourse | null;
  readonly progress: readonly LessonProgress[];
  /** The HTML of that lesson; null when it is not on this device, or none was named. */
  readonly html: string | null;
}

let held: FirstDesk | null = null;
let isOver = false;

export function holdFirstDesk(desk: FirstDesk): void {
  if (!isOver) held = desk;
}

/** Null when it is another's, another course's, not read in time, or over. */
export function findFirstDesk(userId: string, courseId: string): FirstDesk | null {
  return held?.userId === userId && held.courseId === courseId ? held : null;
}

/** The first picture is drawn: from now on everybody reads the store. */
export function dropFirstDesk(): void {
  held = null;
  isOver = true;
}
