import { write } from '../store/access.ts';
import { inside } from '../store/inside.ts';
import { listUnsent, type OutboxRow, readUnsent, readUnsentFront } from '../store/outbox.ts';
import type { PrivateStore } from '../store/private-store.ts';
import { type PullState, readPullState } from '../store/pull-state.ts';
import { BATCH_ROWS } from './batch-size.ts';
import { type Behind, listBehind, type Overview, overlook } from './behind.ts';
import { findHeld } from './held.ts';
import { type Dispatch, type Moment, pickDue } from './schedule.ts';

/** A full batch, and some more for what does not go with it: each row that is read costs time. */
const FRONT_ROWS = 1.2 * BATCH_ROWS;

/** What goes next, marked as under way. */
export interface Claim extends Dispatch {
  /** Of the whole outbox; null as long as only its front was read. */
  readonly overview: Overview | null;
  readonly pulled: Pulled;
}

/** What the pull had told when something went out: of which life of the server's database, and how much of it. */
export type Pulled = Pick<PullState, 'epoch' | 'count'>;

export interface Claiming {
  now(): number;
  readonly isEager: boolean;
  readonly isOneByOne: boolean;
  /** What is being sent meanwhile. */
  readonly underWay?: readonly OutboxRow[];
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
  const front = await inside(() => lookAtFront(store, claiming, last));
  return inside(async () => mark(store, front ?? (await inside(() => lookAtAll(store, claiming)))));
}

/**
 * Claims the full batch that goes next while `last`, a full one too, is under way: one in which nothing has to
 * wait for that.
 * Null where there is none, or the device cannot write just now: then what goes next is chosen after the answers.
 */
export async function claimAhead(
  store: PrivateStore,
  claiming: Claiming,
  last: Claim,
): Promise<Claim | null> {
  if (last.isAtomic || !isFull(last)) return null;
  const behind = { ...claiming, underWay: last.rows };
  return write(store, [store.outbox, store.uploads, store.state], async () => {
    // The whole has to be seen once in a drain: then what goes next is chosen from what was read for that.
    const isSeen = last.overview !== null;
    const look = await inside(() => (isSeen ? lookAtFront(store, behind, last) : lookAtAll(store, behind)));
    return look !== null && isFull(look.due) ? inside(() => mark(store, look)) : null;
  }).catch(() => null);
}

/** Gives back what was claimed and will not be sent; for use inside a transaction over the outbox. */
export async function release(store: PrivateStore, { rows }: Claim): Promise<void> {
  const stored = await store.outbox.bulkGet(rows.map(({ order }) => order));
  const own = rows.filter(({ id, attempts }, at) => {
    const row = stored[at];
    // Discarded meanwhile, or claimed by another replayer.
    return row?.id === id && row.state === 'sending' && row.attempts === attempts;
  });
  await store.outbox.bulkPut(own.map(asWaiting));
}

/** As it was before {@link asSending}. */
function asWaiting({ pullCount, ...row }: OutboxRow): OutboxRow {
  const attempts = row.attempts - 1;
  const first = attempts === 0 || pullCount === undefined ? {} : { pullCount };
  return { ...row, ...first, state: 'waiting', attempts };
}

async function mark(store: PrivateStore, { due, overview }: Look): Promise<Claim> {
  const { epoch, count } = await inside(() => readPullState(store));
  const rows = due.rows.map((row) => asSending(row, count));
  await store.outbox.bulkPut(rows);
  return { ...due, rows, overview, pulled: { epoch, count } };
}

/** Of one that was attempted elsewhere, nobody here knows what the pull had told before. */
function asSending(row: OutboxRow, pullCount: number): OutboxRow {
  const first = row.attempts === 0 ? { pullCount } : {};
  return { ...row, ...first, state: 'sending', attempts: row.attempts + 1 };
}

/** What is made ready while a claim is under way. */
export interface Preparation {
  /** What goes next, if that could be claimed ahead. */
  readonly ready: Claim | null;
  readonly overview: Overview;
  /** Where something may wait behind what is under way. */
  readonly behind: Behind;
}

/** {@link claimAhead}, and what else the answers to `claim` will be settled by; reads the whole outbox, if nobody has yet. */
export async function prepare(store: PrivateStore, claiming: Claiming, claim: Claim): Promise<Preparation> {
  const ready = await claimAhead(store, claiming, claim);
  const overview = claim.overview ?? ready?.overview ?? overlook(await listUnsent(store));
  return { ready, overview, behind: listBehind(overview, claim.rows) };
}

interface Look {
  readonly due: Dispatch;
  readonly overview: Overview | null;
}

async function lookAtAll(store: PrivateStore, claiming: Claiming): Promise<Look> {
  const unsent = await inside(() => readUnsent(store));
  return { due: await inside(() => pick(store, unsent, claiming)), overview: overlook(unsent) };
}

/**
 * Where a full batch goes, the front of the queue is all that matters: what goes is decided by what stands
 * before it. Null when more than the front has to be seen: there is no full batch there, or part of a Save
 * Course, whose end may stand further behind.
 */
async function lookAtFront(
  store: PrivateStore,
  claiming: Claiming,
  last: Claim | null,
): Promise<Look | null> {
  const { rows, isAll } = await inside(() => readUnsentFront(store, FRONT_ROWS, claiming.underWay));
  if (!isAll && rows.some(({ groupId }) => groupId !== undefined)) return null;
  const due = await inside(() => pick(store, rows, claiming));
  if (isAll) return { due, overview: overlook(rows) };
  return isFull(due) ? { due, overview: last?.overview ?? null } : null;
}

const isFull = ({ rows }: Dispatch): boolean => rows.length >= BATCH_ROWS;

async function pick(
  store: PrivateStore,
  unsent: readonly OutboxRow[],
  { now, isEager, isOneByOne, underWay = [] }: Claiming,
): Promise<Dispatch> {
  const waiting = await inside(() => findHeld(store, unsent));
  const held = new Set([...waiting, ...underWay.map(({ id }) => id)]);
  const moment: Moment = { now: now(), isEager, isOneByOne, held };
  return pickDue(unsent, moment);
}
