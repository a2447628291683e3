import type { LessonPlace } from '#pwa/lesson/lesson-place.ts';
import type { OfflineCourse, OfflineLesson } from '#pwa/store/database/rows.ts';
import { flattenLessons } from '#schema/courses/course.ts';

/**
 * What follows a lesson:
 * - `next`: the next lesson.
 * - `open`: it is the last lesson; of the earlier ones, `lesson` is the first that is not completed.
 * - `finish`: every other lesson is completed, so completing this one finishes the course.
 * - `finished`: every lesson is completed.
 */
export type NextStep =
  | { readonly kind: 'next'; readonly lesson: OfflineLesson }
  | { readonly kind: 'open'; readonly lesson: OfflineLesson; readonly number: number; readonly count: number }
  | { readonly kind: 'finish' }
  | { readonly kind: 'finished' };

export function findNextStep(
  course: OfflineCourse,
  { lesson, next }: LessonPlace<OfflineLesson>,
  completedIds: ReadonlySet<string>,
): NextStep {
  const lessons = flattenLessons(course);
  const others = lessons.filter(({ id }) => id !== lesson.id && !completedIds.has(id));
  const [first] = others;
  if (first === undefined) return { kind: completedIds.has(lesson.id) ? 'finished' : 'finish' };
  if (next !== null) return { kind: 'next', lesson: next };
  return { kind: 'open', lesson: first, number: lessons.indexOf(first) + 1, count: others.length };
}
