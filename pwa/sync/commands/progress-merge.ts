import { type LessonProgress, mergeProgress, type ProgressEntry } from '#schema/learning/progress.ts';

/**
 * Returns the time of a new edit of a lesson as an ISO string: by the device's clock, but always after the
 * lesson's last entry. Otherwise an edit made after the clock was set back would lose to an older one.
 */
export function nextTimestamp(stored: LessonProgress, now: number): string {
  const timestamps = [stored.completedUpdatedAt, stored.positionUpdatedAt].filter(
    (timestamp) => timestamp !== null,
  );
  return new Date(Math.max(now, ...timestamps.map((timestamp) => Date.parse(timestamp) + 1))).toISOString();
}

/**
 * One lesson after the server's response to a `progress.save`. For what was just sent the server's value
 * replaces the device's, because it clamps clocks that are ahead; edits made since then stay.
 */
export function mergeAckedProgress(
  mine: LessonProgress,
  sent: readonly ProgressEntry[],
  theirs: LessonProgress,
): LessonProgress {
  const isSent = (timestamp: string | null) =>
    sent.some((entry) => entry.lessonId === mine.lessonId && entry.updatedAt === timestamp);
  return mergeProgress(
    {
      ...mine,
      completedUpdatedAt: isSent(mine.completedUpdatedAt) ? null : mine.completedUpdatedAt,
      positionUpdatedAt: isSent(mine.positionUpdatedAt) ? null : mine.positionUpdatedAt,
    },
    theirs,
  );
}

/**
 * One lesson after its unsent entries were discarded: their values are removed, and the server's next
 * response fills them in.
 */
export function revertProgress(mine: LessonProgress, discarded: readonly ProgressEntry[]): LessonProgress {
  const isDiscarded = (timestamp: string | null) =>
    discarded.some((entry) => entry.lessonId === mine.lessonId && entry.updatedAt === timestamp);
  const left = { ...mine };
  if (isDiscarded(mine.completedUpdatedAt)) {
    left.completedAt = null;
    left.completedUpdatedAt = null;
  }
  if (isDiscarded(mine.positionUpdatedAt)) {
    left.positionSeconds = 0;
    left.positionUpdatedAt = null;
  }
  return left;
}
