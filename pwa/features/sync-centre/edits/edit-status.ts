import { describeCommand } from '#schema/commands/all-commands.ts';
import type { OutboxRow } from '../../../store/account/outbox.ts';
import type { ChipTone } from '../../../ui/display/chip.tsx';
import { describeTime } from '../model/describe-time.ts';

/** Describes the status of an edit and what happens next. */
export interface EditStatus {
  readonly label: string;
  readonly tone: ChipTone;
  readonly detail: string;
}

/** The facts that the status of an edit depends on besides its row. */
export interface Surroundings {
  readonly isOnline: boolean;
  readonly hasSession: boolean;
  /** Milliseconds since the epoch. */
  readonly now: number;
  /** The edit that it waits for. */
  readonly blockedBy: OutboxRow | null;
  readonly isWaitingForFile: boolean;
}

export function describeEditStatus(row: OutboxRow, around: Surroundings): EditStatus {
  if (row.state === 'refused') return describeRefused(row);
  if (row.state === 'paused' || !around.hasSession)
    return { label: 'Paused', tone: 'wait', detail: 'Sign in again, and it is sent.' };
  if (row.state === 'sending' && around.isOnline)
    return { label: 'Sending', tone: 'neutral', detail: 'It is on its way.' };
  return describeWaiting(row, around);
}

function describeRefused({ conflict, lastProblem }: OutboxRow): EditStatus {
  if (conflict !== undefined)
    return {
      label: 'Needs you',
      tone: 'bad',
      detail: 'Somebody else worked on the same. Both versions are kept until you have compared them.',
    };
  if (lastProblem === null)
    return {
      label: 'Set aside',
      tone: 'bad',
      detail: 'It was saved together with an edit that was refused.',
    };
  return { label: 'Refused', tone: 'bad', detail: `The server refused it: ${lastProblem}` };
}

function describeWaiting(
  row: OutboxRow,
  { isOnline, now, blockedBy, isWaitingForFile }: Surroundings,
): EditStatus {
  const wait = (label: string, detail: string): EditStatus => ({ label, tone: 'wait', detail });
  if (isInFuture(row.heldUntil, now))
    return wait('Held', `It can be taken back until ${describeTime(row.heldUntil, now)}.`);
  if (isWaitingForFile) return wait('Waiting', 'It goes once its file has been uploaded.');
  if (blockedBy !== null) return wait('Waiting', `It goes after: ${describeCommand(blockedBy.command)}.`);
  if (!isOnline) return wait('Waiting', 'It is sent as soon as there is a connection.');
  if (isInFuture(row.nextAttemptAt, now))
    return wait('Waiting', `${reasonOf(row)}Next try at ${describeTime(row.nextAttemptAt, now)}.`);
  return wait('Waiting', 'It is sent next.');
}

function reasonOf({ lastStatus, lastProblem }: OutboxRow): string {
  if (lastStatus === 0) return 'The server did not answer. ';
  return lastProblem === null ? '' : `${lastProblem.replace(/\.?$/, '.')} `;
}

function isInFuture(instant: string | null | undefined, now: number): instant is string {
  return typeof instant === 'string' && Date.parse(instant) > now;
}
