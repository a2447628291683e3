import { v7 as uuid } from 'uuid';
import { type OutboxRow, parseOutboxRow } from '#pwa/store/account/outbox.ts';
import { UNKNOWN_EPOCH } from '#schema/protocol.ts';

/** A new outbox row. */
export const FRESH = {
  state: 'waiting',
  attempts: 0,
  nextAttemptAt: null,
  lastStatus: null,
  lastProblem: null,
  acknowledgedAt: null,
} as const satisfies Partial<OutboxRow>;

type RowState = Pick<OutboxRow, 'id' | 'state' | 'attempts'>;

/** Commands exported to a file on a device too full to record that; remembered while the page lives. */
const copied = new Set<string>();

export function noteCopied(rows: readonly Pick<OutboxRow, 'id'>[]): void {
  for (const { id } of rows) copied.add(id);
}

/** Whether the server or another device may have it under its id. Then it is never changed any more. */
export function hasLeft({ id, attempts }: Omit<RowState, 'state'>): boolean {
  return attempts > 0 || copied.has(id);
}

/** Whether it has never left the device: then it may be changed or removed. */
export function isOpen(row: RowState): boolean {
  return !hasLeft(row) && (row.state === 'waiting' || row.state === 'paused');
}

/** Whether the server refused its content, so a better edit may replace it. */
export function isFixable({ state, conflict }: Pick<OutboxRow, 'state' | 'conflict'>): boolean {
  return state === 'refused' && conflict === undefined;
}

/** Returns the edits that a deletion removed from the queue, unchanged. */
export function cancelledBy({ cancelled = [] }: Pick<OutboxRow, 'cancelled'>): OutboxRow[] {
  return cancelled.map(parseOutboxRow).filter((row) => row !== null);
}

/**
 * A row that was acknowledged by a server that may have lost it since, to be sent again under the same id: if
 * the receipt still exists, the server returns it. Each row on its own, because parts of a Save Course may
 * depend on rows that no longer exist.
 *
 * @param epoch the epoch in which it was acknowledged; null if that is not known
 */
export function offeredAgain(row: OutboxRow, epoch: string | null): OutboxRow {
  const { groupId: _, notTaken: __, textBytes: ___, ackSequence: ____, ackVersion: _____, ...rest } = row;
  const command = { ...row.command, offeredFor: row.command.offeredFor ?? epoch ?? UNKNOWN_EPOCH };
  const waiting = { nextAttemptAt: null, lastStatus: null, acknowledgedAt: null } as const;
  return { ...rest, ...waiting, state: 'waiting', command };
}

/**
 * A refused row, to be sent again under a new id, because under the old one the server would only return the
 * stored refusal. It is the user's decision, so it is not offered again but sent as a new one.
 */
export function reissued(row: OutboxRow): OutboxRow {
  const id = uuid();
  const { heldUntil: _, conflict: __, restore: ___, ...rest } = row;
  const { offeredFor: ____, ...command } = row.command;
  return { ...rest, ...FRESH, id, command: { ...command, id } };
}
