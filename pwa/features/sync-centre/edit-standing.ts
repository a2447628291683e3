import { describeCommand } from '#schema/commands/all-commands.ts';
import type { OutboxRow } from '../../store/outbox.ts';
import type { ChipTone } from '../../ui/chip.tsx';
import { describeTime } from './describe-time.ts';

/** Describes the status of an edit and what happens next. */
export interface Standing {
  readonly label: string;
  readonly tone: ChipTone;
  readonly words: string;
}

/** The facts that the status of an edit depends on besides its row. */
export interface Surroundings {
  readonly isOnline: boolean;
  readonly hasSession: boolean;
  /** Milliseconds since the epoch. */
  readonly now: number;
  /** The edit that it waits for. */
  readonly behind: OutboxRow | null;
  readonly isWaitingForFile: boolean;
}

export function describeStanding(row: OutboxRow, around: Surroundings): Standing {
  if (row.state === 'refused') return describeRefused(row);
  if (row.state === 'paused' || !around.hasSession)
    return { label: 'Paused', tone: 'wait', words: 'Sign in again, and it is sent.' };
  if (row.state === 'sending' && around.isOnline)
    return { label: 'Sending', tone: 'neutral', words: 'It is on its way.' };
  return describeWaiting(row, around);
}

function describeRefused({ conflict, lastProblem }: OutboxRow): Standing {
  if (conflict !== undefined)
    return {
      label: 'Needs you',
      tone: 'bad',
      words: 'Somebody else worked on the same. Both versions are kept until you have compared them.',
    };
  if (lastProblem === null)
    return { label: 'Set aside', tone: 'bad', words: 'It was saved together with an edit that was refused.' };
  return { label: 'Refused', tone: 'bad', words: `The server refused it: ${lastProblem}` };
}

function describeWaiting(
  row: OutboxRow,
  { isOnline, now, behind, isWaitingForFile }: Surroundings,
): Standing {
  const wait = (label: string, words: string): Standing => ({ label, tone: 'wait', words });
  if (isAhead(row.heldUntil, now))
    return wait('Held', `It can be taken back until ${describeTime(row.heldUntil, now)}.`);
  if (isWaitingForFile) return wait('Waiting', 'It goes once its file has been uploaded.');
  if (behind !== null) return wait('Waiting', `It goes after: ${describeCommand(behind.command)}.`);
  if (!isOnline) return wait('Waiting', 'It is sent as soon as there is a connection.');
  if (isAhead(row.nextAttemptAt, now))
    return wait('Waiting', `${reasonOf(row)}Next try at ${describeTime(row.nextAttemptAt, now)}.`);
  return wait('Waiting', 'It is sent next.');
}

function reasonOf({ lastStatus, lastProblem }: OutboxRow): string {
  if (lastStatus === 0) return 'The server did not answer. ';
  return lastProblem === null ? '' : `${lastProblem.replace(/\.?$/, '.')} `;
}

function isAhead(instant: string | null | undefined, now: number): instant is string {
  return typeof instant === 'string' && Date.parse(instant) > now;
}
