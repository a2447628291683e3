import type { ApiResponse } from '#pwa/api/api-response.ts';
import type { BatchResult } from '#pwa/api/batch.ts';
import { updateCanary } from '#pwa/store/account/canary.ts';
import type { OutboxRow } from '#pwa/store/account/outbox.ts';
import type { ExtendLock } from '#pwa/store/database/lock.ts';
import type { PrivateStore } from '#pwa/store/database/private-store.ts';
import { type Command, rowsAround } from '#schema/commands/all-commands.ts';
import { isServerReached } from '../status/doubt.ts';
import { findIdentity, type Identity } from '../status/identity.ts';
import type { AdminReplay } from './admin-replay.ts';
import { applyOutcomes } from './outcomes/apply-outcomes.ts';
import { isDamaged, isForAnotherTime } from './outcomes/outcome.ts';
import { type Judged, judgeEach, judgeTogether } from './outcomes/resolution.ts';
import { type Claim, claimDue } from './schedule/claim.ts';
import { type SendBatchOptions, sendBatch, sendCommand } from './send.ts';
import { goesInBatch, noteForm } from './sending-form.ts';

const CANARY_EVERY_MS = 1_000;
/** After so many requests in a row that the network blocks, the drain ends. */
const BLOCKED_MAX = 2;
const FORBIDDEN = 403;

/*
 * One drain of one user's outbox.
 *
 *                  ┌──────────── ack, refusal, retry later ───────────┐
 *                  v                                                  │
 *   ──> identify ──> claim ──> send (no lock, no transaction ──> apply outcomes
 *          │ none      │ none           held over the network)        │ no reply, or the
 *          v           v is due                                       v session ended
 *      noIdentity   drained                                        stopped
 *
 * Invariants at every step, even if the page dies right after it:
 * - claim: the rows are set to `sending` with one more attempt before anything leaves the device. A row found
 *   `sending` later was cut off; it is sent again under the same key, and the receipt is returned.
 * - send: every command has its id as key and is sent with its own user's token; several are one batch, and a
 *   Save Course is a batch that succeeds or fails as a whole.
 * - apply: the acks and their effects are durable before the next command is sent, which may depend on them.
 * A command leaves the queue only by an ack or at the user's request.
 */

export interface DrainPorts {
  identify(): Identity | null;
  /** @param position the server's position in its history, as of its last ack */
  send(command: Command, token: string, position: string | null): Promise<ApiResponse>;
  sendBatch(commands: readonly Command[], options: SendBatchOptions): Promise<BatchResult>;
  now(): number;
  random(): number;
  extendLock: ExtendLock;
  /** Whether the server can be reached, although something else replied to the last request. */
  isServerReached(): Promise<boolean>;
  readonly isEager: boolean;
  /** Called after each step. Tests stop the page here. */
  onStep?(step: 'identified' | 'claimed' | 'sent' | 'applied'): void;
  onAcknowledged?(command: Command): void;
}

export interface DrainResult {
  /** blocked: something between this device and the server replied in its place. */
  readonly end: 'drained' | 'noIdentity' | 'stopped' | 'blocked';
  /** When the next command becomes due, in ms; null if none is scheduled. */
  readonly nextDueMs: number | null;
}

/**
 * Sends all due commands, as many per request as fit, until none is left, the network fails or the session
 * ends.
 *
 * @throws {StoreGoneError} if the user signs out meanwhile
 */
export async function drain(store: PrivateStore, ports: DrainPorts): Promise<DrainResult> {
  const reportToCanary = createCanaryReporter(store, ports);
  const blocks: Blocks = { blocked: new Set(), inARow: 0 };
  const loadAdmin = createAdminLoader();
  let isOneByOne = false;
  for (;;) {
    const identity = ports.identify();
    if (!isOwner(store, identity)) return { end: 'noIdentity', nextDueMs: null };
    ports.onStep?.('identified');
    const claim = await claimDue(store, { ...ports, isOneByOne, blocked: blocks.blocked });
    if (claim.rows.length === 0) {
      await reportToCanary('last');
      return { end: 'drained', nextDueMs: claim.nextDueMs };
    }
    ports.onStep?.('claimed');
    const admin = await loadAdmin(claim.rows);
    const sending = { ...ports, isOneByOne, token: identity.token };
    const [reply] = await Promise.all([sendLoad(store, claim, sending), reportToCanary('more')]);
    ports.onStep?.('sent');
    if (reply.isBatch && isNoBatch(reply.whole)) {
      // None of it was done.
      isOneByOne = true;
      continue;
    }
    const judged = await applyReply(store, { claim, reply, admin }, ports);
    ports.onStep?.('applied');
    const isEnd = (await isBlockedForAll(judged, blocks, ports)) || isStopping(judged);
    if (isEnd || !(await ports.extendLock())) {
      await reportToCanary('last');
      return { end: blocks.inARow > 0 ? 'blocked' : 'stopped', nextDueMs: null };
    }
  }
}

/** What the network blocked during a drain. */
interface Blocks {
  readonly blocked: Set<string>;
  /** Requests since the last one that the server answered. */
  inARow: number;
}

function isOwner(store: PrivateStore, identity: Identity | null): identity is Identity {
  return identity !== null && identity.userId === store.userId;
}

/**
 * Updates the canary with the number of unsent commands: at the end, and now and then before, because it
 * takes time. A drain that sent nothing has changed nothing.
 */
function createCanaryReporter(
  store: PrivateStore,
  { now }: DrainPorts,
): (step: 'more' | 'last') => Promise<void> {
  let reportedAt = now();
  let hasNews = false;
  return async (step) => {
    if (step === 'more') {
      hasNews = true;
      if (now() - reportedAt < CANARY_EVERY_MS) return;
    }
    if (!hasNews) return;
    await updateCanary(store);
    hasNews = false;
    reportedAt = now();
  };
}

interface Reply extends BatchResult {
  readonly isBatch: boolean;
}

interface Delivery {
  readonly claim: Claim;
  readonly reply: Reply;
  readonly admin: AdminReplay | null;
}

/** Stores the outcomes of a claim that was sent, and returns them. */
async function applyReply(
  store: PrivateStore,
  { claim: { rows, isAtomic, pulled }, reply, admin }: Delivery,
  ports: DrainPorts,
): Promise<readonly Judged[]> {
  const resolve = admin?.resolve ?? (() => null);
  const responses = rows.map((row) => ({ row, response: reply.responseOf(row.id) }));
  const judged = isAtomic ? judgeTogether(responses, reply.failedId, resolve) : judgeEach(responses, resolve);
  const acknowledged = await applyOutcomes(store, judged, {
    now: ports.now(),
    random: ports.random,
    applyAdminAcks: admin?.applyAcks ?? null,
    pulled,
    historyPosition: reply.whole.historyPosition,
    sequence: reply.whole.sequence,
  });
  for (const command of acknowledged) ports.onAcknowledged?.(command);
  return judged;
}

/**
 * Whether the network blocks every request: the server is away, or several requests were blocked in a row. The others
 * are sent if it blocks only this one.
 */
async function isBlockedForAll(
  judged: readonly Judged[],
  blocks: Blocks,
  { isServerReached }: DrainPorts,
): Promise<boolean> {
  const blocked = judged.filter(({ resolution }) => resolution.kind === 'retry' && resolution.isBlocked);
  blocks.inARow = blocked.length < judged.length ? 0 : blocks.inARow + 1;
  for (const { row } of blocked) blocks.blocked.add(row.id);
  return blocks.inARow > 0 && (blocks.inARow >= BLOCKED_MAX || !(await isServerReached()));
}

/** Admins' commands need more code to apply their replies; learners' devices never load it. */
function createAdminLoader(): (rows: readonly OutboxRow[]) => Promise<AdminReplay | null> {
  let loaded: AdminReplay | null = null;
  return async (rows) => {
    if (!rows.some(isAdmins)) return null;
    loaded ??= (await import('./admin-replay.ts')).createAdminReplay();
    return loaded;
  };
}

const isAdmins = ({ command }: OutboxRow): boolean => rowsAround(command).length > 0;

async function sendLoad(
  store: PrivateStore,
  { rows, isAtomic, historyPosition: position }: Claim,
  ports: DrainPorts & { readonly isOneByOne: boolean; readonly token: string },
): Promise<Reply> {
  // Another user's row in this store would be a defect; it is never sent with this user's token.
  const stranger = rows.find(({ command }) => command.userId !== store.userId);
  if (stranger !== undefined) throw new Error(`Command ${stranger.id} is not of this store's owner`);
  const [first, ...others] = rows;
  const commands = rows.map(({ command }) => command);
  const isBatch =
    first === undefined || others.length > 0 || (!ports.isOneByOne && goesInBatch(first, ports.token));
  if (isBatch) {
    const reply = await ports.sendBatch(commands, { token: ports.token, isAtomic, position });
    if (first !== undefined) noteForm(first, { isBatch, token: ports.token, response: reply.whole });
    return { ...reply, isBatch };
  }
  const whole = await ports.send(first.command, ports.token, position);
  noteForm(first, { isBatch, token: ports.token, response: whole });
  return { whole, responseOf: () => whole, failedId: null, isBatch };
}

/** Our server refused the batch itself: the server is older, or the batch was too large for it. */
function isNoBatch(response: ApiResponse): boolean {
  const { status, isFromServer } = response;
  const isRefusal = status >= 400 && status < 500 && !isForAnotherTime(response);
  return isRefusal && isFromServer && !isDamaged(response);
}

/**
 * A 5xx may concern this command alone. A missing response concerns all, and so does a 403 to be retried: the
 * account has a required step to do.
 */
function isStopping(judged: readonly Judged[]): boolean {
  return judged.some(
    ({ resolution, response: { status } }) =>
      resolution.kind === 'paused' ||
      (resolution.kind === 'retry' && !resolution.isBlocked && (status === 0 || status === FORBIDDEN)),
  );
}

export const realPorts = {
  identify: findIdentity,
  send: sendCommand,
  sendBatch,
  now: () => Date.now(),
  random: Math.random,
  extendLock: async () => true,
  isServerReached,
  isEager: false,
} satisfies DrainPorts;
