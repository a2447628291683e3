import type { ProgressEntry } from '#schema/learning/progress.ts';
import { CLOCK_SKEW_MAX_MS } from '#schema/limits.ts';

/**
 * Returns an entry with its times as stored: UTC, and none from the future. A device whose clock runs ahead
 * would otherwise win against every later entry; its time is set to now.
 */
export function clampEntry(entry: ProgressEntry, now: Date): ProgressEntry {
  const clamped: ProgressEntry = { ...entry, updatedAt: clampInstant(entry.updatedAt, now) };
  if (typeof entry.completedAt === 'string') clamped.completedAt = clampInstant(entry.completedAt, now);
  return clamped;
}

/** A date that does not exist (the pattern accepts 31 February) counts as now too. */
function clampInstant(instant: string, now: Date): string {
  const time = Date.parse(instant);
  const isUsable = Number.isFinite(time) && time <= now.getTime() + CLOCK_SKEW_MAX_MS;
  return new Date(isUsable ? time : now.getTime()).toISOString();
}
