import type { ApiResponse } from '#pwa/api/api-response.ts';
import { carryPatiently } from '#pwa/api/carry-patiently.ts';
import { exchange } from '#pwa/api/exchange.ts';
import { isForeign } from '#pwa/api/foreign.ts';
import { readHistoryPosition } from '#pwa/store/account/history-position.ts';
import {
  isWithoutCourses,
  type PullState,
  readPullState,
  restartPull,
} from '#pwa/store/account/pull-state.ts';
import { sortChanges } from '#pwa/store/account/pulled-page.ts';
import { readAtOnce } from '#pwa/store/database/access.ts';
import { hasPendingProfile, readConfirmedUser, writeKnownUser } from '#pwa/store/database/known-user.ts';
import type { PrivateStore } from '#pwa/store/database/private-store.ts';
import { putPulledPage } from '#pwa/store/pull-page.ts';
import type { PulledEffect } from '#pwa/store/server-rows/apply-page.ts';
import type { Role, User } from '#schema/account/user.ts';
import { syncEndpoints } from '#schema/endpoints/sync-endpoints.ts';
import { PULL_LEVEL, type PullReply } from '#schema/sync/pull.ts';
import { showPendingProfile } from '../commands/pending-profile.ts';
import { positionHeader } from '../position-header.ts';
import { offerNotTaken } from '../replay/outcomes/not-taken.ts';
import { findIdentity } from '../status/identity.ts';
import type { PageSize } from './page-size.ts';
import { wipeUnlessAdmin } from './wipe-unless-admin.ts';

/** A proxy that gave up on a slow connection replies so too. */
const SERVER_ERROR = 500;

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
 * - unsent work is never touched.
 */

interface NewEpoch {
  /** Courses that the server is asked to unlock again. */
  readonly proofs: number;
}

export interface PullPorts {
  /**
   * @param path with its query
   * @param position the server's position in its history, as of its last ack
   */
  request(path: string, token: string, position: string | null): Promise<ApiResponse<PullReply>>;
  /**
   * The server's database was restored and may have lost what it acknowledged; or this device sent before its
   * first pull and cannot know whether it was.
   */
  onNewEpoch(store: PrivateStore, epoch: string): Promise<NewEpoch>;
  /** The server's largest pages without it. */
  readonly pageSize?: PageSize;
  /** Called after each step. Tests stop the page here. */
  onStep?(step: 'requested' | 'written'): void;
}

export interface PullResult {
  readonly end: 'done' | 'noIdentity' | 'stopped';
  readonly changed: readonly string[];
  readonly removed: readonly string[];
  /** The server's `Retry-After`. */
  readonly retryAfterMs: number | null;
  /** Something between this device and the server replied in its place. */
  readonly isBlocked: boolean;
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
  const end = (how: PullResult['end'], response?: ApiResponse): PullResult => {
    const { retryAfterMs = null } = response ?? {};
    const isBlocked = response !== undefined && isForeign(response);
    return { end: how, changed: [...changed], removed: [...removed], retryAfterMs, isBlocked };
  };
  for (;;) {
    const identity = findIdentity();
    const user = readConfirmedUser();
    if (identity === null || identity.userId !== store.userId || user === null) return end('noIdentity');
    const { state, position } = await readyStart(store, user.role);
    const startedAt = performance.now();
    const response = await ports.request(pathOf(state, ports.pageSize), identity.token, position);
    const isReceived = response.status !== 0 && response.status < SERVER_ERROR;
    ports.pageSize?.note({ isReceived, durationMs: performance.now() - startedAt });
    ports.onStep?.('requested');
    if (isExpired(response) && restarts === 0) {
      restarts += 1;
      await restartPull(store, user.role);
      continue;
    }
    if (response.output === null) return end('stopped', response);
    if (await isOfOtherEpoch(store, response.output, { state, ports })) return end('stopped');
    const effect = await applyPage(store, response.output, { state, user });
    ports.onStep?.('written');
    for (const id of effect?.changed ?? []) changed.add(id);
    for (const id of effect?.removed ?? []) removed.add(id);
    const isOfSameRole = readConfirmedUser()?.role === state.role;
    if (effect !== null && !response.output.more && isOfSameRole) return end('done');
  }
}

/** Where the next request begins, as of one moment. */
interface Start {
  readonly state: PullState;
  readonly position: string | null;
}

/**
 * The cursor to continue at; from the start on a new device, for a user whose role changed, and in an app that knows
 * more kinds of rows than the one before.
 */
async function readyStart(store: PrivateStore, role: Role): Promise<Start> {
  const start = await readStart(store);
  const isFresh = start.state.cursor === null && start.state.sweep === null;
  if (!isFresh && start.state.role === role && start.state.level === PULL_LEVEL) return start;
  await restartPull(store, role);
  await wipeUnlessAdmin();
  return readStart(store);
}

function readStart(store: PrivateStore): Promise<Start> {
  return readAtOnce(store, [store.state], async (tx) => {
    const [state, position] = await Promise.all([readPullState(tx), readHistoryPosition(tx)]);
    return { state, position };
  });
}

function pathOf(state: PullState, pageSize: PageSize | undefined): string {
  const { path } = syncEndpoints.pull;
  const query = new URLSearchParams();
  if (state.cursor !== null) query.set('cursor', state.cursor);
  if (pageSize !== undefined) query.set('characters', String(pageSize.current()));
  // Each course is downloaded whole after the pull, and would be skipped here.
  if (isWithoutCourses(state)) query.set('without', 'courses');
  return query.size === 0 ? path : `${path}?${query}`;
}

/** The cursor is too old, of another epoch, or (400) not of this server. */
function isExpired({ status, isFromServer }: ApiResponse): boolean {
  return (status === 410 || status === 400) && isFromServer;
}

interface PageContext {
  readonly state: PullState;
  /** The user at the time of the request. */
  readonly user: User;
  readonly ports: PullPorts;
}

/**
 * Reports another epoch, before the page is written: its rows are from a server that may have lost what this
 * device sent. Returns whether the page is not to be written: courses that are about to be unlocked again would
 * be removed with their downloads. The outbox is sent first; the next pull writes whatever became of it.
 */
async function isOfOtherEpoch(
  store: PrivateStore,
  reply: PullReply,
  { state, ports }: Pick<PageContext, 'state' | 'ports'>,
): Promise<boolean> {
  if (state.epoch === reply.epoch) return false;
  const { proofs } = await ports.onNewEpoch(store, reply.epoch);
  return proofs > 0;
}

async function applyPage(
  store: PrivateStore,
  reply: PullReply,
  { state, user }: Omit<PageContext, 'ports'>,
): Promise<PulledEffect | null> {
  // Before the activation is stored here, for the same reason.
  if (reply.changes.some(isUnlocking)) await offerNotTaken(store);
  const [pulled = null] = sortChanges(reply.changes).rows.user;
  if (pulled !== null) applyPulledUser(store, pulled, user);
  const isAdmin = state.role === 'admin' && pulled?.role !== 'user';
  const admin = isAdmin ? await import('#pwa/store/admin/pull-admin.ts') : null;
  const effect = await putPulledPage(store, reply, {
    continues: ({ cursor, count }) => cursor === state.cursor && count === state.count,
    isFromStart: state.sweep !== null,
    admin,
  });
  // Once more: an ack that was applied in between did not know yet about this page.
  if (pulled !== null && effect !== null) applyPulledUser(store, pulled, user);
  if (hasPendingProfile()) await showPendingProfile(store);
  return effect;
}

/** It concerns what the device may have changed itself meanwhile, which a pull takes into account. */
export const isForPull = ({ kind }: PullReply['changes'][number]): boolean =>
  kind === 'user' || kind === 'activation';

/** The user has got access to a course. */
const isUnlocking = ({ kind, deleted }: PullReply['changes'][number]) =>
  kind === 'activation' && deleted !== true;

/**
 * Stores the server's user; courses that were unlocked on this device since the request stay, and a step that the
 * server has required since. If it is older than an ack of the profile, the next pull returns the result of that ack.
 * After a sign-out it changes nothing, also if the same user has signed in again.
 */
function applyPulledUser(store: PrivateStore, pulled: User, requestedAs: User): void {
  const now = readConfirmedUser();
  if (store.isGone || now?.id !== pulled.id) return;
  const hasMoved = JSON.stringify(now) !== JSON.stringify(requestedAs);
  const activatedCourses = [...new Set([...now.activatedCourses, ...pulled.activatedCourses])];
  const { requiredStep } = now;
  writeKnownUser(hasMoved ? { ...pulled, activatedCourses, requiredStep } : pulled);
}

export const realPullPorts = {
  request: (path: string, token: string, position: string | null = null) =>
    exchange(syncEndpoints.pull, { path, token, headers: positionHeader(position), carry: carryPatiently }),
  onNewEpoch: async () => ({ proofs: 0 }),
} satisfies PullPorts;
