import type { Command } from '#schema/commands.ts';
import type { OutboxRow } from '../store/outbox.ts';
import { LONGEST_WAIT_MS } from './backoff.ts';

export interface Moment {
  readonly now: number;
  /** The line seems to be back: commands that nobody (or a captive portal) answered need not wait any longer. */
  readonly isEager: boolean;
}

export interface Pick {
  /** The command to send next; null when none is due. */
  readonly row: OutboxRow | null;
  /** Time in ms at which the next one becomes due; null when nothing waits. */
  readonly wakeAt: number | null;
}

/** Commands on one record go out in the order of entry; those on different records do not wait for each other. */
export function recordOf(command: Command): string {
  switch (command.kind) {
    case 'course.activate':
      return `course/${command.args.courseId}`;
    case 'progress.save':
      return 'progress';
    case 'profile.update':
      return 'profile';
    case 'support.request':
      return `support/${command.id}`;
    case 'course.setStatus':
    case 'course.delete':
      return `course/${command.args.courseId}`;
    case 'user.setRole':
      return `user/${command.args.userId}`;
    default:
      // Until dependencies between rows are known here, a course's edits go one after the other.
      return `course/${command.args.courseId}`;
  }
}

/**
 * Which unsent command goes next. Refused ones are set aside and hold nobody up. One that waits for
 * its time holds up the later ones of its record only.
 */
export function pickNext(unsent: readonly OutboxRow[], moment: Moment): Pick {
  const heldUp = new Set<string>();
  let wakeAt: number | null = null;
  for (const row of unsent) {
    if (row.state === 'refused') continue;
    const record = recordOf(row.command);
    if (heldUp.has(record)) continue;
    const waitMs = waitOf(row, moment);
    if (waitMs === 0) return { row, wakeAt: moment.now };
    heldUp.add(record);
    wakeAt = Math.min(wakeAt ?? Number.POSITIVE_INFINITY, moment.now + waitMs);
  }
  return { row: null, wakeAt };
}

function waitOf(row: OutboxRow, moment: Moment): number {
  return Math.max(holdOf(row, moment.now), pauseOf(row, moment));
}

/** What may still be taken back waits, whoever is eager; a hold longer than any is of a clock that was set back. */
function holdOf({ heldUntil }: OutboxRow, now: number): number {
  if (heldUntil === undefined) return 0;
  const waitMs = Date.parse(heldUntil) - now;
  return waitMs > LONGEST_WAIT_MS ? 0 : Math.max(0, waitMs);
}

function pauseOf(row: OutboxRow, { now, isEager }: Moment): number {
  if (row.nextAttemptAt === null || (isEager && (row.lastStatus ?? 0) < 400)) return 0;
  const waitMs = Date.parse(row.nextAttemptAt) - now;
  return waitMs > LONGEST_WAIT_MS ? 0 : Math.max(0, waitMs);
}
