import type { OutboxRow } from '#pwa/store/account/outbox.ts';
import type { LessonProgress, ProgressEntry } from '#schema/learning/progress.ts';
import { hasLeft } from '../outbox/outbox-rows.ts';

/** Limits a command to far below the 64 kB that the server accepts. */
const ENTRIES_PER_COMMAND = 200;

/**
 * Returns the time of a new edit of a lesson as an ISO string: by the device's clock, but always after the
 * lesson's last entry. Otherwise an edit made after the clock was set back would lose to an older one.
 */
export function nextTimestamp(shown: LessonProgress, now: number): string {
  const timestamps = [shown.completedUpdatedAt, shown.positionUpdatedAt].filter(
    (timestamp) => timestamp !== null,
  );
  return new Date(Math.max(now, ...timestamps.map((timestamp) => Date.parse(timestamp) + 1))).toISOString();
}

/**
 * Returns the queued progress command that a new entry may join: the last one, if it was never attempted. A
 * command that was sent is never changed, because the server may hold a receipt for it.
 */
export function findOpenProgress(rows: readonly OutboxRow[], entry: ProgressEntry): OutboxRow | null {
  const row = rows.findLast(({ command }) => command.kind === 'progress.save');
  if (row === undefined || row.state !== 'waiting' || hasLeft(row)) return null;
  const { command } = row;
  if (command.kind !== 'progress.save') return null;
  const entries = mergeEntries(command.args.entries, entry);
  if (entries.length > ENTRIES_PER_COMMAND) return null;
  return { ...row, command: { ...command, args: { entries } } };
}

/**
 * Adds an entry after those of the same lesson that it does not replace. Entries with other fields stay
 * separate: a shared `updatedAt` would make them look later than they are.
 */
export function mergeEntries(entries: readonly ProgressEntry[], added: ProgressEntry): ProgressEntry[] {
  return [...entries.filter((entry) => !isCovered(entry, added)), added];
}

function isCovered(entry: ProgressEntry, by: ProgressEntry): boolean {
  return (
    entry.lessonId === by.lessonId &&
    (entry.completedAt === undefined || by.completedAt !== undefined) &&
    (entry.positionSeconds === undefined || by.positionSeconds !== undefined)
  );
}
