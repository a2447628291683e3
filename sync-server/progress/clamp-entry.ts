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

/**
 * Whether the entry is stored with the times that it has, so that it can be merged again at any time. An entry
 * whose time was set to now would get a later time, and win against what was stored in between.
 */
export function hasUsableTimes({ updatedAt, completedAt }: ProgressEntry, now: Date): boolean {
  return isUsable(updatedAt, now) && (typeof completedAt !== 'string' || isUsable(completedAt, now));
}

function clampInstant(instant: string, now: Date): string {
  return new Date(isUsable(instant, now) ? Date.parse(instant) : now.getTime()).toISOString();
}

/** A date that does not exist (the pattern accepts 31 February) counts as now too. */
function isUsable(instant: string, now: Date): boolean {
  const time = Date.parse(instant);
  return Number.isFinite(time) && time <= now.getTime() + CLOCK_SKEW_MAX_MS;
}
