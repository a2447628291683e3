import { CLOCK_SKEW_MAX_MS } from '#schema/limits.ts';
import type { ProgressEntry } from '#schema/progress.ts';

/**
 * An entry with its times as the server keeps them: UTC, and none from the future. A device whose clock
 * runs ahead would else win against every later word; it counts as having spoken now.
 */
export function clampEntry(entry: ProgressEntry, now: Date): ProgressEntry {
  const clamped: ProgressEntry = { ...entry, updatedAt: clampInstant(entry.updatedAt, now) };
  if (typeof entry.completedAt === 'string') clamped.completedAt = clampInstant(entry.completedAt, now);
  return clamped;
}

/** A date that the calendar does not have (the pattern lets 31 February through) counts as now too. */
function clampInstant(instant: string, now: Date): string {
  const time = Date.parse(instant);
  const isUsable = Number.isFinite(time) && time <= now.getTime() + CLOCK_SKEW_MAX_MS;
  return new Date(isUsable ? time : now.getTime()).toISOString();
}
