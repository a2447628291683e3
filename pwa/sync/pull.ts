import type { PullReply } from '#schema/pull.ts';
import { syncEndpoints } from '#schema/sync-endpoints.ts';
import type { Role, User } from '#schema/user.ts';
import type { Answer } from '../api/answer.ts';
import { exchange } from '../api/exchange.ts';
import { readConfirmedUser, writeKnownUser } from '../store/known-user.ts';
import type { PrivateStore } from '../store/private-store.ts';
import { type PulledEffect, putPulledPage } from '../store/pull-page.ts';
import { findPullState, type PullState, restartPull } from '../store/pull-state.ts';
import { sortChanges } from '../store/pulled-page.ts';
import { wipeUnlessAdmin } from './admin-refresh.ts';
import { findIdentity } from './identity.ts';
import { offerNotTaken } from './not-taken.ts';

/*
 * What others changed, from the server into the store (contract, section 3), page by page:
 *
 *            ┌────────────── more ──────────────┐
 *            v                                  │
 *   ──> whose? ──> ask with the cursor ──> write rows and cursor ──> nothing more: done
 *          │            │        │ 410, or another role: from the start, once
 *          v            v        v
 *       nobody      stopped   new life of the database: offer again what it may have forgotten
 *
 * What holds at every step, also when the page dies right after it:
 * - rows and cursor are one transaction, so the cursor never runs ahead of the rows;
 * - no transaction and no lock is held while a request is under way; a page that another tab has
 *   overtaken is thrown away;
 * - an older version never takes the place of a newer one, and unsent work is never touched.
 */

export interface PullPorts {
  /** @param path with its query */
  ask(path: string, token: string): Promise<Answer<PullReply>>;
  /**
   * The server's database was put back and may have forgotten what it acknowledged; or this device, which sent
   * before it pulled for the first time, cannot know whether it was.
   */
  onNewEpoch(store: PrivateStore, epoch: string): Promise<unknown>;
  /** Hears of each step as it is done. Tests die here. */
  onStep?(step: 'asked' | 'written'): void;
}

export interface PullResult {
  readonly end: 'done' | 'nobody' | 'stopped';
  readonly changed: readonly string[];
  readonly removed: readonly string[];
  /** What the server asked for by `Retry-After`. */
  readonly retryAfterMs: number | null;
}

/**
 * Pulls until nothing is left to tell, the network fails or the session ends.
 *
 * @throws {StoreGoneError} when the person signs out meanwhile
 */
export async function pull(store: PrivateStore, ports: PullPorts): Promise<PullResult> {
  const changed = new Set<string>();
  const removed = new Set<string>();
  let restarts = 0;
  const end = (how: PullResult['end'], retryAfterMs: number | null = null): PullResult => {
    return { end: how, changed: [...changed], removed: [...removed], retryAfterMs };
  };
  for (;;) {
    const identity = findIdentity();
    const user = readConfirmedUser();
    if (identity === null || identity.userId !== store.userId || user === null) return end('nobody');
    const state = await readyState(store, user.role);
    const answer = await ports.ask(pathOf(state), identity.token);
    ports.onStep?.('asked');
    if (isExpired(answer) && restarts === 0) {
      restarts += 1;
      await restartPull(store, user.role);
      continue;
    }
    if (answer.output === null) return end('stopped', answer.retryAfterMs);
    const effect = await takePage(store, answer.output, { state, user, ports });
    ports.onStep?.('written');
    for (const id of effect?.changed ?? []) changed.add(id);
    for (const id of effect?.removed ?? []) removed.add(id);
    const isOfSameRole = readConfirmedUser()?.role === state.role;
    if (effect !== null && !answer.output.more && isOfSameRole) return end('done');
  }
}

/** Where to go on; from the start on a new device, and for somebody whose role changed. */
async function readyState(store: PrivateStore, role: Role): Promise<PullState> {
  const state = await findPullState(store);
  const isFresh = state.cursor === null && state.sweep === null;
  if (!isFresh && state.role === role) return state;
  await restartPull(store, role);
  await wipeUnlessAdmin();
  return findPullState(store);
}

function pathOf({ cursor }: PullState): string {
  const { path } = syncEndpoints.pull;
  return cursor === null ? path : `${path}?cursor=${encodeURIComponent(cursor)}`;
}

/** The cursor is too old, of another life of the database, or (400) none of this server's. */
function isExpired({ status, error }: Answer): boolean {
  return (status === 410 || status === 400) && error?.code !== undefined;
}

interface Taking {
  readonly state: PullState;
  /** The person as they were when the page was asked for. */
  readonly user: User;
  readonly ports: PullPorts;
}

async function takePage(
  store: PrivateStore,
  reply: PullReply,
  { state, user, ports }: Taking,
): Promise<PulledEffect | null> {
  // Before the page is written: its rows are of a server that may have forgotten what this device did.
  if (state.epoch !== reply.epoch) await ports.onNewEpoch(store, reply.epoch);
  // Before the activation is known here, for the same reason.
  if (reply.changes.some(isUnlocking)) await offerNotTaken(store);
  const pulled = sortChanges(reply.changes).user;
  if (pulled !== null) takeUser(pulled, user);
  const isAdmin = state.role === 'admin' && pulled?.role !== 'user';
  const admin = isAdmin ? await import('../store/pull-admin.ts') : null;
  const effect = await putPulledPage(store, reply, { state, admin });
  // Once more: an ack that was settled in between did not know yet that this was told.
  if (pulled !== null && effect !== null) takeUser(pulled, user);
  return effect;
}

/** A course has come to the person. */
const isUnlocking = ({ kind, deleted }: PullReply['changes'][number]) =>
  kind === 'activation' && deleted !== true;

/**
 * The server's word on the person; courses that they unlocked on this device since it was asked for stay. Where
 * it is older than an ack of their profile, the next pull brings what that ack did.
 */
function takeUser(pulled: User, asked: User): void {
  const now = readConfirmedUser();
  if (now?.id !== pulled.id) return;
  const hasMoved = JSON.stringify(now) !== JSON.stringify(asked);
  const activatedCourses = [...new Set([...now.activatedCourses, ...pulled.activatedCourses])];
  writeKnownUser(hasMoved ? { ...pulled, activatedCourses } : pulled);
}

export const realPullPorts = {
  ask: (path: string, token: string) => exchange(syncEndpoints.pull, { path, token }),
  onNewEpoch: async () => {},
} satisfies PullPorts;
