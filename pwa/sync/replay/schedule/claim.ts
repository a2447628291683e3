import { readHistoryPosition } from '#pwa/store/account/history-position.ts';
import { isAllAcknowledged, listUnsent, type OutboxRow, readUnsentFront } from '#pwa/store/account/outbox.ts';
import { type PullState, readPullState } from '#pwa/store/account/pull-state.ts';
import { write } from '#pwa/store/database/access.ts';
import type { PrivateStore, ReadTx, Tx } from '#pwa/store/database/private-store.ts';
import { findHeld } from '#pwa/sync/outbox/held.ts';
import { BATCH_ROWS } from './batch-size.ts';
import {
  indexOutbox,
  listSuccessors,
  NO_SUCCESSORS,
  type OutboxIndex,
  type Successors,
} from './outbox-index.ts';
import { type Dispatch, pickDue } from './schedule.ts';

/**
 * A full batch plus some rows that cannot go with it. Kept small because each row that is read costs time.
 */
const FRONT_ROWS = 1.2 * BATCH_ROWS;

/** The next commands, marked as under way. */
export interface Claim extends Dispatch {
  /** Index of the whole outbox; null while only its front was read. */
  readonly outboxIndex: OutboxIndex | null;
  readonly pulled: Pulled;
  /** The server's position in its history, as of the last ack that was stored before. */
  readonly historyPosition: string | null;
}

/** The position of the pull when commands were sent: the server's epoch and the number of changes. */
export type Pulled = Pick<PullState, 'epoch' | 'count'>;

export interface Claiming {
  now(): number;
  readonly isEager: boolean;
  readonly isOneByOne: boolean;
  /** Ids of commands that the network blocked during this drain. */
  readonly blocked?: ReadonlySet<string>;
  /** Rows that are being sent meanwhile. */
  readonly underWay?: readonly OutboxRow[];
}

/** Claims the first batch of a drain, in a transaction of its own. */
export function claimFirst(store: PrivateStore, claiming: Claiming): Promise<Claim> {
  return write(store, [store.outbox, store.uploads, store.state], (tx) => claimDue(tx, claiming));
}

/** Finishes a claim of a row that is being appended to the outbox. */
export type ClaimNew = (row: Omit<OutboxRow, 'order'>) => {
  /** To be stored, as under way. */
  readonly row: Omit<OutboxRow, 'order'>;
  claimAt(order: number): Claim;
};

/**
 * Prepares to claim a command in the transaction that appends it, so that it can leave as soon as it is durable.
 * Null if others are unsent, which may have to be sent before it. Only for a command that waits for no file; for use
 * inside a transaction over the outbox and the state, in a tab that has the lead.
 */
export async function prepareClaimOfNew(tx: ReadTx): Promise<ClaimNew | null> {
  const [isAlone, { epoch, count }, historyPosition] = await Promise.all([
    isAllAcknowledged(tx),
    readPullState(tx),
    readHistoryPosition(tx),
  ]);
  if (!isAlone) return null;
  return (waiting) => {
    const row = asSending(waiting);
    const claimAt = (order: number): Claim => {
      const rows = [{ ...row, order }];
      const due = { rows, isAtomic: false, nextDueMs: null };
      return { ...due, outboxIndex: indexOutbox(rows), pulled: { epoch, count }, historyPosition };
    };
    return { row, claimAt };
  };
}

/**
 * Picks the next commands and marks them as under way; for use inside a transaction over the outbox, the
 * uploads and the state. `last`: what this drain claimed before.
 */
export async function claimDue(tx: Tx, claiming: Claiming, last: Claim | null = null): Promise<Claim> {
  const front = await selectFromFront(tx, claiming, last);
  return mark(tx, front ?? (await selectFromAll(tx, claiming)));
}

/**
 * Claims the next full batch while `last`, also a full one, is under way, if none of its commands depends on
 * `last`. Returns null if there is none or the device cannot write just now: then the next batch is picked
 * after the responses.
 */
export async function claimNextBatch(
  store: PrivateStore,
  claiming: Claiming,
  last: Claim,
): Promise<Claim | null> {
  if (last.isAtomic || !isFull(last)) return null;
  const successors = { ...claiming, underWay: last.rows };
  return write(store, [store.outbox, store.uploads, store.state], async (tx) => {
    const selection = await selectFromFront(tx, successors, last);
    return selection !== null && isFull(selection.due) ? mark(tx, selection) : null;
  }).catch(() => null);
}

/** Releases a claim that will not be sent; for use inside a transaction over the outbox. */
export async function release(tx: Tx, { rows }: Claim): Promise<void> {
  const stored = await tx.outbox.bulkGet(rows.map(({ order }) => order));
  const own = rows.filter(({ id, attempts }, at) => {
    const row = stored[at];
    // Discarded in the meantime, or claimed by another replayer.
    return row?.id === id && row.state === 'sending' && row.attempts === attempts;
  });
  await tx.outbox.bulkPut(own.map(asWaiting));
}

/** Reverts {@link asSending}. */
function asWaiting(row: OutboxRow): OutboxRow {
  return { ...row, state: 'waiting', attempts: row.attempts - 1 };
}

async function mark(tx: Tx, { due, outboxIndex }: Selection): Promise<Claim> {
  const [{ epoch, count }, historyPosition] = await Promise.all([readPullState(tx), readHistoryPosition(tx)]);
  const rows = due.rows.map(asSending);
  await tx.outbox.bulkPut(rows);
  return { ...due, rows, outboxIndex, pulled: { epoch, count }, historyPosition };
}

function asSending<Row extends Omit<OutboxRow, 'order'>>(row: Row): Row {
  return { ...row, state: 'sending', attempts: row.attempts + 1 };
}

/** The queue behind a claim, which the acks of edits change besides their rows. */
export interface Succession {
  readonly outboxIndex: OutboxIndex | null;
  /** Orders of commands that may depend on those under way. */
  readonly successors: Successors;
}

/**
 * Finds the commands that were queued after those of a claim. Once in a drain this reads the whole outbox, so it
 * is not done where it is not needed: without acks, and on a learner's device.
 */
export async function findSuccession(
  store: PrivateStore,
  { rows, outboxIndex: known }: Claim,
  isNeeded = true,
): Promise<Succession> {
  if (!isNeeded) return { outboxIndex: known, successors: NO_SUCCESSORS };
  const outboxIndex = known ?? indexOutbox(await listUnsent(store));
  return { outboxIndex, successors: listSuccessors(outboxIndex, rows) };
}

interface Selection {
  readonly due: Dispatch;
  readonly outboxIndex: OutboxIndex | null;
}

async function selectFromAll(tx: ReadTx, claiming: Claiming): Promise<Selection> {
  const unsent = await listUnsent(tx);
  return { due: await pick(tx, unsent, claiming), outboxIndex: indexOutbox(unsent) };
}

/**
 * Picks a batch from the front of the queue: for a full batch, only earlier commands matter. Null if the
 * front is not enough: it holds no full batch, or only part of a Save Course whose end may be further back.
 */
async function selectFromFront(
  tx: ReadTx,
  claiming: Claiming,
  last: Claim | null,
): Promise<Selection | null> {
  const { rows, isAll } = await readUnsentFront(tx, FRONT_ROWS, claiming.underWay);
  if (!isAll && rows.some(({ groupId }) => groupId !== undefined)) return null;
  const due = await pick(tx, rows, claiming);
  if (isAll) return { due, outboxIndex: indexOutbox(rows) };
  return isFull(due) ? { due, outboxIndex: last?.outboxIndex ?? null } : null;
}

const isFull = ({ rows }: Dispatch): boolean => rows.length >= BATCH_ROWS;

async function pick(
  tx: ReadTx,
  unsent: readonly OutboxRow[],
  { now, underWay = [], ...claiming }: Claiming,
): Promise<Dispatch> {
  const waiting = await findHeld(tx, unsent);
  const held = new Set([...waiting, ...underWay.map(({ id }) => id)]);
  return pickDue(unsent, { ...claiming, now: now(), held });
}
