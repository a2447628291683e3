import { readHistoryPosition } from '#pwa/store/account/history-position.ts';
import { listUnsent, type OutboxRow, readUnsentFront } from '#pwa/store/account/outbox.ts';
import { type PullState, readPullState } from '#pwa/store/account/pull-state.ts';
import { write } from '#pwa/store/database/access.ts';
import type { PrivateStore, ReadTx } from '#pwa/store/database/private-store.ts';
import { findHeld } from '#pwa/sync/outbox/held.ts';
import { BATCH_ROWS } from './batch-size.ts';
import { type Dispatch, pickDue } from './schedule.ts';

/** A full batch plus some rows that cannot go with it. Kept small because each row that is read costs time. */
const FRONT_ROWS = 1.2 * BATCH_ROWS;

/** The next commands, marked as under way. */
export interface Claim extends Dispatch {
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
}

/** Picks the next commands and marks them as under way, in one transaction. */
export function claimDue(store: PrivateStore, claiming: Claiming): Promise<Claim> {
  return write(store, [store.outbox, store.uploads, store.state], async (tx) => {
    const due = await findDue(tx, claiming);
    const [{ epoch, count }, historyPosition] = await Promise.all([
      readPullState(tx),
      readHistoryPosition(tx),
    ]);
    const rows = due.rows.map(asSending);
    await tx.outbox.bulkPut(rows);
    return { ...due, rows, pulled: { epoch, count }, historyPosition };
  });
}

const asSending = (row: OutboxRow): OutboxRow => ({ ...row, state: 'sending', attempts: row.attempts + 1 });

/**
 * Reads only the front of a long queue if that contains a full batch, for which only earlier commands matter: reading
 * all of it for each batch would take a time that grows with its square. The end of a Save Course may be further back.
 */
async function findDue(tx: ReadTx, claiming: Claiming): Promise<Dispatch> {
  const front = await readUnsentFront(tx, FRONT_ROWS);
  const due = await pick(tx, front.rows, claiming);
  const isFull = due.rows.length >= BATCH_ROWS && front.rows.every(({ groupId }) => groupId === undefined);
  return front.isAll || isFull ? due : pick(tx, await listUnsent(tx), claiming);
}

async function pick(
  tx: ReadTx,
  unsent: readonly OutboxRow[],
  { now, ...claiming }: Claiming,
): Promise<Dispatch> {
  return pickDue(unsent, { ...claiming, now: now(), held: await findHeld(tx, unsent) });
}
