import * as v from 'valibot';
import { Id, Instant } from '../id.ts';
import { POSITION_MAX_SECONDS, PROGRESS_ENTRIES_MAX } from '../limits.ts';

/**
 * A learner's progress in one lesson. An absent field is left unchanged; `completedAt: null` removes a
 * completion. `updatedAt` is the time by the device's clock (docs/protocol.md, Progress).
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

/** Progress of one lesson as stored, with the time of the last update of each field. */
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
 * Merges an entry into the stored state: the later `updatedAt` wins, field by field. Between equal times the
 * last to arrive wins, so two entries of a clock that is ahead, both clamped to the same instant by the
 * server, retain their order.
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

/** Whole per cent of the completed lessons; 0 for a course without lessons. */
export function percentComplete(completed: number, total: number): number {
  return total === 0 ? 0 : Math.round((completed / total) * 100);
}

function isEarlier(time: string, than: string | null): boolean {
  return than !== null && Date.parse(time) < Date.parse(than);
}
