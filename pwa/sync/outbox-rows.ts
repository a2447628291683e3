import { v7 as uuid } from 'uuid';
import { type OutboxRow, parseOutboxRow } from '../store/outbox.ts';

/** A row as it enters the outbox. */
export const FRESH = {
  state: 'waiting',
  attempts: 0,
  nextAttemptAt: null,
  lastStatus: null,
  lastProblem: null,
  acknowledgedAt: null,
} as const satisfies Partial<OutboxRow>;

type Standing = Pick<OutboxRow, 'id' | 'state' | 'attempts'>;

/** Commands that went into a file on a device with no room to write that down; known for as long as the page is. */
const copied = new Set<string>();

export function noteCopied(rows: readonly Pick<OutboxRow, 'id'>[]): void {
  for (const { id } of rows) copied.add(id);
}

/** Whether somebody may have it under its id: the server, or another device. Then it is never changed any more. */
export function hasLeft({ id, attempts }: Omit<Standing, 'state'>): boolean {
  return attempts > 0 || copied.has(id);
}

/** Whether nothing of it has left the device: then it may be changed or taken back. */
export function isOpen(row: Standing): boolean {
  return !hasLeft(row) && (row.state === 'waiting' || row.state === 'paused');
}

/** Whether the server refused it for what it is, so that a better edit may take its place. */
export function isFixable({ state, conflict }: Pick<OutboxRow, 'state' | 'conflict'>): boolean {
  return state === 'refused' && conflict === undefined;
}

/** The edits that a deletion took out of the queue, as they were. */
export function cancelledBy({ cancelled = [] }: Pick<OutboxRow, 'cancelled'>): OutboxRow[] {
  return cancelled.map(parseOutboxRow).filter((row) => row !== null);
}

/**
 * A row that a server acknowledged which may have forgotten it since, to be sent again under the same id: the
 * receipt answers, if it is there still. Each by itself, because of a Save Course a part may have nothing left
 * to rest on.
 */
export function offeredAgain(row: OutboxRow): OutboxRow {
  const { groupId: _, notTaken: __, ...rest } = row;
  return { ...rest, state: 'waiting', nextAttemptAt: null, lastStatus: null, acknowledgedAt: null };
}

/**
 * A refused row, to be sent again. Under a new id, because under the old one the server would only repeat
 * the refusal that its receipt remembers.
 */
export function renewed(row: OutboxRow): OutboxRow {
  const id = uuid();
  const { heldUntil: _, conflict: __, ...rest } = row;
  return { ...rest, ...FRESH, id, command: { ...row.command, id } };
}
