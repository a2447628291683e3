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
 * Pulls other devices' changes from the server into the store (docs/protocol.md, Pull), page by page:
 *
 *            ┌───────────────── more ─────────────────┐
 *            v │
 *   ──> known user? ──> request at cursor ──> write rows and cursor ──> nothing more: done
 *          │ │ │ 410, or another role: from the start, once
 *          v v v
 *     noIdentity stopped new epoch: offer again what the server may have lost
 *
 * Invariants at every step, even if the page dies right after it:
 * - rows and cursor are one transaction, so the cursor is never ahead of the rows;
 * - no transaction and no lock is held while a request is under way; a page that another tab has overtaken is
 *   discarded;
 * - an older version never replaces a newer one, and unsent work is never touched.
 */

export interface PullPorts {
  /** @param path with its query */
  ask(path: string, token: string): Promise<Answer<PullReply>>;
  /**
   * The server's database was restored and may have lost what it acknowledged; or this device sent before its
   * first pull and cannot know whether it was.
   */
  onNewEpoch(store: PrivateStore, epoch: string): Promise<unknown>;
  /** Called after each step. Tests stop the page here. */
  onStep?(step: 'asked' | 'written'): void;
}

export interface PullResult {
  readonly end: 'done' | 'nobody' | 'stopped';
  readonly changed: readonly string[];
  readonly removed: readonly string[];
  /** The server's `Retry-After`. */
  readonly retryAfterMs: number | null;
}

/**
 * Pulls until there is nothing more, the network fails or the session ends.
 *
 * @throws {StoreGoneError} if the user signs out meanwhile
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

/** The cursor to continue at; from the start on a new device, and for a user whose role changed. */
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

/** The cursor is too old, of another epoch, or (400) not of this server. */
function isExpired({ status, error }: Answer): boolean {
  return (status === 410 || status === 400) && error?.code !== undefined;
}

interface Taking {
  readonly state: PullState;
  /** The user at the time of the request. */
  readonly user: User;
  readonly ports: PullPorts;
}

async function takePage(
  store: PrivateStore,
  reply: PullReply,
  { state, user, ports }: Taking,
): Promise<PulledEffect | null> {
  // Before the page is written: its rows are from a server that may have lost what this device sent.
  if (state.epoch !== reply.epoch) await ports.onNewEpoch(store, reply.epoch);
  // Before the activation is stored here, for the same reason.
  if (reply.changes.some(isUnlocking)) await offerNotTaken(store);
  const pulled = sortChanges(reply.changes).user;
  if (pulled !== null) takeUser(pulled, user);
  const isAdmin = state.role === 'admin' && pulled?.role !== 'user';
  const admin = isAdmin ? await import('../store/pull-admin.ts') : null;
  const effect = await putPulledPage(store, reply, { state, admin });
  // Once more: an ack that was applied in between did not know yet about this page.
  if (pulled !== null && effect !== null) takeUser(pulled, user);
  return effect;
}

/** The user has got access to a course. */
const isUnlocking = ({ kind, deleted }: PullReply['changes'][number]) =>
  kind === 'activation' && deleted !== true;

/**
 * Returns the server's user; courses that were unlocked on this device since the request stay. If it is older
 * than an ack of the profile, the next pull returns the result of that ack.
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
