import * as v from 'valibot';
import { Id, Instant } from './id.ts';
import { POSITION_MAX_SECONDS, PROGRESS_ENTRIES_MAX } from './limits.ts';

/**
 * What a learner did in one lesson. A field that is absent is left as it was; `completedAt: null`
 * takes a completion back. `updatedAt` is when it happened by the device's clock (contract, section 4).
 */
export const ProgressEntry = v.object({
  lessonId: Id,
  completedAt: v.optional(v.nullable(Instant)),
  positionSeconds: v.optional(v.pipe(v.number(), v.minValue(0), v.maxValue(POSITION_MAX_SECONDS))),
  updatedAt: Instant,
});
export type ProgressEntry = v.InferOutput<typeof ProgressEntry>;

export const ProgressInput = v.object({
  entries: v.pipe(v.array(ProgressEntry), v.minLength(1), v.maxLength(PROGRESS_ENTRIES_MAX)),
});
export type ProgressInput = v.InferOutput<typeof ProgressInput>;

/** Progress of one lesson as it is stored, with the time of the last word on each field. */
export const LessonProgress = v.object({
  lessonId: Id,
  completedAt: v.nullable(Instant),
  completedUpdatedAt: v.nullable(Instant),
  positionSeconds: v.number(),
  positionUpdatedAt: v.nullable(Instant),
});
export type LessonProgress = v.InferOutput<typeof LessonProgress>;

export const ProgressReply = v.object({ entries: v.array(LessonProgress) });
export type ProgressReply = v.InferOutput<typeof ProgressReply>;

export function emptyProgress(lessonId: string): LessonProgress {
  return {
    lessonId,
    completedAt: null,
    completedUpdatedAt: null,
    positionSeconds: 0,
    positionUpdatedAt: null,
  };
}

/**
 * The entry's word against what is stored: the later `updatedAt` wins, field by field. Between equal
 * times the one that arrives last wins, so that two words of a clock that runs ahead, both clamped
 * to the same instant by the server, keep their order.
 */
export function applyProgress(stored: LessonProgress, entry: ProgressEntry): LessonProgress {
  const next = { ...stored };
  if (entry.completedAt !== undefined && !isEarlier(entry.updatedAt, stored.completedUpdatedAt)) {
    next.completedAt = entry.completedAt;
    next.completedUpdatedAt = entry.updatedAt;
  }
  if (entry.positionSeconds !== undefined && !isEarlier(entry.updatedAt, stored.positionUpdatedAt)) {
    next.positionSeconds = entry.positionSeconds;
    next.positionUpdatedAt = entry.updatedAt;
  }
  return next;
}

/**
 * Two stored states of one lesson, the device's and the server's: the later word wins, field by field,
 * between equal times theirs, because the server has heard everybody.
 */
export function mergeProgress(mine: LessonProgress, theirs: LessonProgress): LessonProgress {
  const theirsCompletion =
    theirs.completedUpdatedAt !== null && !isEarlier(theirs.completedUpdatedAt, mine.completedUpdatedAt);
  const theirsPosition =
    theirs.positionUpdatedAt !== null && !isEarlier(theirs.positionUpdatedAt, mine.positionUpdatedAt);
  return {
    lessonId: mine.lessonId,
    completedAt: theirsCompletion ? theirs.completedAt : mine.completedAt,
    completedUpdatedAt: theirsCompletion ? theirs.completedUpdatedAt : mine.completedUpdatedAt,
    positionSeconds: theirsPosition ? theirs.positionSeconds : mine.positionSeconds,
    positionUpdatedAt: theirsPosition ? theirs.positionUpdatedAt : mine.positionUpdatedAt,
  };
}

/** Whole per cent of the lessons that are completed; 0 for a course without lessons. */
export function percentComplete(completed: number, total: number): number {
  return total === 0 ? 0 : Math.round((completed / total) * 100);
}

function isEarlier(time: string, than: string | null): boolean {
  return than !== null && Date.parse(time) < Date.parse(than);
}
