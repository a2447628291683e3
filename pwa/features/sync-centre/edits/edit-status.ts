import type { OutboxRow } from '#pwa/store/account/outbox.ts';
import type { ChipTone } from '#pwa/ui/display/chip.tsx';
import { describeCommand } from '#schema/commands/all-commands.ts';
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
    return { label: 'Paused', tone: 'wait', detail: 'Sign in again to send it.' };
  if (isBeingSent(row, around))
    return { label: 'Sending', tone: 'neutral', detail: 'Being sent to the server.' };
  return describeWaiting(row, around);
}

/** Whether a request with the edit may reach the server. While offline, attempts start and fail at any moment. */
export function isBeingSent({ state }: OutboxRow, { isOnline }: Pick<Surroundings, 'isOnline'>): boolean {
  return state === 'sending' && isOnline;
}

function describeRefused({ conflict, lastProblem, restore }: OutboxRow): EditStatus {
  if (restore === 'undecided')
    return {
      label: 'Needs you',
      tone: 'bad',
      detail:
        'The server was restored from a backup from before this edit, so it is undone. Send it again, or discard it.',
    };
  if (conflict !== undefined)
    return {
      label: 'Needs you',
      tone: 'bad',
      detail: 'The same content was also changed elsewhere. Both versions are saved until you decide.',
    };
  if (lastProblem === null)
    return {
      label: 'Not sent',
      tone: 'bad',
      detail: 'Another edit of the same save was refused.',
    };
  return { label: 'Refused', tone: 'bad', detail: `The server refused it: ${lastProblem}` };
}

function describeWaiting(
  row: OutboxRow,
  { isOnline, now, blockedBy, isWaitingForFile }: Surroundings,
): EditStatus {
  const wait = (label: string, detail: string): EditStatus => ({ label, tone: 'wait', detail });
  if (isInFuture(row.heldUntil, now))
    return wait('Waiting', `You can undo it until ${describeTime(row.heldUntil, now)}.`);
  if (isWaitingForFile) return wait('Waiting', 'Sent after its file is uploaded.');
  if (blockedBy !== null) return wait('Waiting', `Sent after: ${describeCommand(blockedBy.command)}.`);
  if (!isOnline) return wait('Waiting', 'Sent when you are connected.');
  if (row.isBlocked === true) return wait('Blocked by the network', describeBlocked(row, now));
  if (isInFuture(row.nextAttemptAt, now))
    return wait('Waiting', `${reasonOf(row)}Retrying at ${describeTime(row.nextAttemptAt, now)}.`);
  return wait('Waiting', 'Sent next.');
}

function describeBlocked({ lastStatus, nextAttemptAt }: OutboxRow, now: number): string {
  const next = isInFuture(nextAttemptAt, now)
    ? `Retrying at ${describeTime(nextAttemptAt, now)}.`
    : 'Sent next.';
  return `Something in this network replied in the server’s place, or changed the edit (status ${lastStatus}). The edit is safe on this device, and others are still sent. ${next} Another network may let it through.`;
}

function reasonOf({ lastStatus, lastProblem }: OutboxRow): string {
  if (lastStatus === 0) return 'The server did not respond. ';
  return lastProblem === null ? '' : `${lastProblem.replace(/\.?$/, '.')} `;
}

function isInFuture(instant: string | null | undefined, now: number): instant is string {
  return typeof instant === 'string' && Date.parse(instant) > now;
}
