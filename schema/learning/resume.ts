import type { LessonProgress } from './progress.ts';

/** Time of the learner's last activity in the lesson; null when unknown. */
export function lastActivityAt(progress: LessonProgress): string | null {
  const { completedUpdatedAt, positionUpdatedAt } = progress;
  if (completedUpdatedAt === null) return positionUpdatedAt;
  if (positionUpdatedAt === null) return completedUpdatedAt;
  return Date.parse(positionUpdatedAt) > Date.parse(completedUpdatedAt)
    ? positionUpdatedAt
    : completedUpdatedAt;
}

/** The lesson among `lessonIds` with the learner's last activity; null without any. */
export function findLatestProgress(
  lessonIds: Iterable<string>,
  progress: readonly LessonProgress[],
): LessonProgress | null {
  const ids = new Set(lessonIds);
  let last: LessonProgress | null = null;
  let lastTime = Number.NEGATIVE_INFINITY;
  for (const row of progress) {
    const time = ids.has(row.lessonId) ? Date.parse(lastActivityAt(row) ?? '') : Number.NaN;
    if (time > lastTime) {
      last = row;
      lastTime = time;
    }
  }
  return last;
}

/**
 * The lesson to resume: the one with the last activity, or, when that is completed, the next open one after
 * it, then the first open one. The first lesson without activity or when everything is completed.
 *
 * @param lessonIds in reading order
 */
export function findResumeLesson(
  lessonIds: readonly string[],
  progress: readonly LessonProgress[],
): string | null {
  const first = lessonIds[0] ?? null;
  const last = findLatestProgress(lessonIds, progress);
  if (last === null) return first;
  if (last.completedAt === null) return last.lessonId;
  const completed = new Set(progress.filter((row) => row.completedAt !== null).map((row) => row.lessonId));
  const isOpen = (id: string) => !completed.has(id);
  const after = lessonIds.slice(lessonIds.indexOf(last.lessonId) + 1);
  return after.find(isOpen) ?? lessonIds.find(isOpen) ?? first;
}

/** Number of completed lessons among them. */
export function countCompleted(lessonIds: readonly string[], progress: readonly LessonProgress[]): number {
  const completed = new Set(progress.filter((row) => row.completedAt !== null).map((row) => row.lessonId));
  return lessonIds.filter((id) => completed.has(id)).length;
}

/**
 * When the last of these lessons was completed, by the clock of the device on which it was; null while one is open, or
 * without lessons.
 */
export function findFinish(lessonIds: readonly string[], progress: readonly LessonProgress[]): string | null {
  const times = new Map(progress.map((row) => [row.lessonId, row.completedAt]));
  let last: string | null = null;
  for (const id of lessonIds) {
    const time = times.get(id) ?? null;
    if (time === null) return null;
    if (last === null || Date.parse(time) > Date.parse(last)) last = time;
  }
  return last;
}

/** A position in a video, formatted as in players: `4:12`, `1:04:12`. */
export function formatPosition(seconds: number): string {
  const whole = Math.max(0, Math.floor(seconds));
  const two = (part: number) => String(part).padStart(2, '0');
  const minutes = Math.floor(whole / 60);
  const rest = two(whole % 60);
  return minutes < 60 ? `${minutes}:${rest}` : `${Math.floor(minutes / 60)}:${two(minutes % 60)}:${rest}`;
}
