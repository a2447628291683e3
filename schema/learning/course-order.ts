import type { LessonProgress } from './progress.ts';
import { findFinish, findLatestProgress, lastActivityAt } from './resume.ts';

interface CourseLessons {
  readonly lessonIds: readonly string[];
}

/**
 * A learner's courses in the order in which they are offered (docs/why/screens.md). Courses that were unlocked after
 * every opened one lead, the newest first. The others follow by the last activity: first those in progress, then
 * those that were never opened, then the finished ones.
 *
 * @param courses in the order in which they were unlocked
 */
export function orderCourses<C extends CourseLessons>(
  courses: readonly C[],
  progress: readonly LessonProgress[],
): C[] {
  const newestFirst = courses
    .map((course) => ({ course, activity: findActivity(course, progress) }))
    .toReversed();
  const opened = newestFirst.findIndex(({ activity }) => activity !== null);
  const unopened = opened < 0 ? newestFirst : newestFirst.slice(0, opened);
  const others = opened < 0 ? [] : newestFirst.slice(opened);
  const isFinished = ({ course }: { course: C }) => findFinish(course.lessonIds, progress) !== null;
  const byActivity = others.toSorted(
    (a, b) => Number(isFinished(a)) - Number(isFinished(b)) || compareTimes(b.activity, a.activity),
  );
  return [...unopened, ...byActivity].map(({ course }) => course);
}

/** Time of the learner's last activity in the course; null if it was never opened. */
export function findActivity(course: CourseLessons, progress: readonly LessonProgress[]): number | null {
  const last = findLatestProgress(course.lessonIds, progress);
  const at = last === null ? null : lastActivityAt(last);
  return at === null ? null : Date.parse(at);
}

const compareTimes = (a: number | null, b: number | null): number =>
  (a ?? Number.NEGATIVE_INFINITY) - (b ?? Number.NEGATIVE_INFINITY) || 0;
