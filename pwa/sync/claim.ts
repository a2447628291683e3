import { BATCH_REQUESTS_MAX } from '#schema/limits.ts';
import { write } from '../store/access.ts';
import { inside } from '../store/inside.ts';
import { type OutboxRow, readUnsent, readUnsentFront } from '../store/outbox.ts';
import type { PrivateStore } from '../store/private-store.ts';
import { type PullState, readPullState } from '../store/pull-state.ts';
import { type Behind, listBehind, type Overview, overlook } from './behind.ts';
import { findHeld } from './held.ts';
import { type Dispatch, type Moment, pickDue } from './schedule.ts';

/** A full batch, and half as much again for what does not go with it. */
const FRONT_ROWS = 1.5 * BATCH_REQUESTS_MAX;

/** What goes next, marked as under way. */
export interface Claim extends Dispatch {
  readonly overview: Overview;
  readonly behind: Behind;
  readonly pulled: Pulled;
}

/** What the pull had told when something went out: of which life of the server's database, and how much of it. */
export type Pulled = Pick<PullState, 'epoch' | 'count'>;

export interface Claiming {
  now(): number;
  readonly isEager: boolean;
  readonly isOneByOne: boolean;
}

/** Claims what goes first in a drain, in a transaction of its own. */
export function claimFirst(store: PrivateStore, claiming: Claiming): Promise<Claim> {
  return write(store, [store.outbox, store.uploads, store.state], () => claimDue(store, claiming));
}

/**
 * Picks what goes next and marks it as under way; for use inside a transaction over the outbox, the
 * uploads and the state. `last`: what this drain claimed before.
 */
export async function claimDue(
  store: PrivateStore,
  claiming: Claiming,
  last: Claim | null = null,
): Promise<Claim> {
  const front = last === null ? null : await inside(() => lookAtFront(store, claiming, last));
  const { due, overview } = front ?? (await inside(() => lookAtAll(store, claiming)));
  const { epoch, count } = await inside(() => readPullState(store));
  const rows = due.rows.map((row) => underWay(row, count));
  await store.outbox.bulkPut(rows);
  return { ...due, rows, overview, behind: listBehind(overview, rows), pulled: { epoch, count } };
}

/** Of one that was attempted elsewhere, nobody here knows what the pull had told before. */
function underWay(row: OutboxRow, pullCount: number): OutboxRow {
  const first = row.attempts === 0 ? { pullCount } : {};
  return { ...row, ...first, state: 'sending', attempts: row.attempts + 1 };
}

interface Look {
  readonly due: Dispatch;
  readonly overview: Overview;
}

async function lookAtAll(store: PrivateStore, claiming: Claiming): Promise<Look> {
  const unsent = await inside(() => readUnsent(store));
  return { due: await inside(() => pick(store, unsent, claiming)), overview: overlook(unsent) };
}

/**
 * Where one full batch follows the other, the front of the queue is all that matters: what goes is decided by
 * what stands before it. Null when there is no full batch there, or part of a Save Course, whose end may stand
 * further behind.
 */
async function lookAtFront(store: PrivateStore, claiming: Claiming, last: Claim): Promise<Look | null> {
  if (last.rows.length < BATCH_REQUESTS_MAX) return null;
  const front = await inside(() => readUnsentFront(store, FRONT_ROWS));
  if (front.some(({ groupId }) => groupId !== undefined)) return null;
  const due = await inside(() => pick(store, front, claiming));
  return due.rows.length < BATCH_REQUESTS_MAX ? null : { due, overview: last.overview };
}

async function pick(
  store: PrivateStore,
  unsent: readonly OutboxRow[],
  { now, isEager, isOneByOne }: Claiming,
): Promise<Dispatch> {
  const held = await inside(() => findHeld(store, unsent));
  const moment: Moment = { now: now(), isEager, isOneByOne, held };
  return pickDue(unsent, moment);
}
