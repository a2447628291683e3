import type { OutboxRow } from '#pwa/store/account/outbox.ts';
import type { ProgressEntry } from '#schema/learning/progress.ts';
import { hasLeft } from '../outbox/outbox-rows.ts';

/** Limits a command to far below the 64 kB that the server accepts. */
const ENTRIES_PER_COMMAND = 200;

/**
 * Returns the queued progress command that a new entry may join: the last one, if it was never attempted. A
 * command that was sent is never changed, because the server may hold a receipt for it.
 */
export function findOpenProgress(unsent: readonly OutboxRow[], entry: ProgressEntry): OutboxRow | null {
  const row = unsent.findLast(({ command }) => command.kind === 'progress.save');
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
