import type { ApiResponse } from '#pwa/api/api-response.ts';
import type { BatchResult } from '#pwa/api/batch.ts';
import { inTime } from '#pwa/device/in-time.ts';
import { updateCanary } from '#pwa/store/account/canary.ts';
import type { OutboxRow } from '#pwa/store/account/outbox.ts';
import type { PrivateStore } from '#pwa/store/database/private-store.ts';
import { type Command, rowsAround } from '#schema/commands/all-commands.ts';
import { isServerReached } from '../status/doubt.ts';
import { findIdentity, type Identity } from '../status/identity.ts';
import type { ExtendLead } from './leader.ts';
import { applyOutcomes } from './outcomes/apply-outcomes.ts';
import { isDamaged, isForAnotherTime } from './outcomes/outcome.ts';
import { type Judged, judgeEach, judgeTogether } from './outcomes/resolution.ts';
import {
  type Claim,
  type Claiming,
  claimDue,
  claimFirst,
  claimNextBatch,
  findSuccession,
  release,
} from './schedule/claim.ts';
import { type SendBatchOptions, sendBatch, sendCommand } from './send.ts';
import { goesInBatch, noteForm } from './sending-form.ts';

const CANARY_EVERY_MS = 1_000;
/** After so many requests in a row that the network blocks, the drain ends. */
const BLOCKED_MAX = 2;
const FORBIDDEN = 403;

/*
 * One drain of one user's outbox.
 *
 *                       ┌──────────────── ack, refusal, retry later ──────────────┐
 *                       v │
 *   ──> claim ──> identify ──> send and claim ahead ──> resolve ──> apply (and claim)
 *         │ none │ (no lock, no transaction │ none │ no response, or
 *         v is due v held over the network) v is due v the session ended
 *      drained noIdentity drained stopped
 *
 * Invariants at every step, even if the page dies right after it:
 * - claim: the rows are set to `sending` with one more attempt before anything leaves the device. A row found
 *   `sending` later was cut off; it is sent again under the same key, and the receipt is returned.
 * - send: every command has its id as key and is sent with its own user's token; several are one batch, and a
 *   Save Course is a batch that succeeds or fails as a whole.
 * - claim ahead: while a full batch is under way, the next full one is claimed if it does not depend on it. It
 *   is sent as soon as the reply has come, while that is applied, or released if the drain stops.
 * - apply: the acks and their effects are durable before any command is sent that may depend on them. The next
 *   batch, if it is not claimed yet, is claimed in the same transaction, because each one costs a disk write.
 * A command leaves the queue only by an ack or at the user's request.
 */

export interface DrainPorts {
  identify(): Identity | null;
  /** @param position the server's position in its history, as of its last ack */
  send(command: Command, token: string, position: string | null): Promise<ApiResponse>;
  sendBatch(commands: readonly Command[], options: SendBatchOptions): Promise<BatchResult>;
  now(): number;
  random(): number;
  extendLead: ExtendLead;
  /** Whether the server can be reached, although something else replied to the last request. */
  isServerReached(): Promise<boolean>;
  readonly isEager: boolean;
  /** Resolves to what was claimed when its command was stored; null if nothing was. */
  readonly firstClaim?: Promise<Claim | null>;
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
  let isOneByOne = false;
  const blocks: Blocks = { blocked: new Set(), inARow: 0 };
  const first = await (ports.firstClaim && inTime(ports.firstClaim));
  let next: Underway | null = first ? { claim: first, reply: null } : null;
  for (;;) {
    const identity = ports.identify();
    if (!isOwner(store, identity)) return { end: 'noIdentity', nextDueMs: null };
    ports.onStep?.('identified');
    const underway: Underway = next ?? {
      claim: await claimFirst(store, { ...ports, isOneByOne, blocked: blocks.blocked }),
      reply: null,
    };
    if (underway.claim.rows.length === 0) {
      await reportToCanary('last');
      return { end: 'drained', nextDueMs: underway.claim.nextDueMs };
    }
    ports.onStep?.('claimed');
    const [delivery] = await Promise.all([
      deliver(store, underway, {
        ...{ ...ports, isOneByOne, blocks, blocked: blocks.blocked, token: identity.token },
      }),
      reportToCanary('more'),
    ]);
    if (delivery === 'noBatches') isOneByOne = true;
    next = delivery === 'noBatches' ? null : delivery.next;
    if (delivery !== 'noBatches' && next === null) {
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

/** A claim, and the reply to come if it was sent already. */
interface Underway {
  readonly claim: Claim;
  readonly reply: Promise<Reply> | null;
}

interface Reply extends BatchResult {
  readonly isBatch: boolean;
}

/**
 * Sends a claim and applies the outcomes; the next batch is claimed meanwhile, or in the transaction that
 * writes the acks. `noBatches`: the server does not accept this batch; none of it was done, and its commands
 * are to be sent one by one. `next` is null if there was no response, one of another server, or no session:
 * the next command would fail too.
 */
async function deliver(
  store: PrivateStore,
  { claim, reply: replyToCome }: Underway,
  ports: DrainPorts & Claiming & { readonly token: string; readonly blocks: Blocks },
): Promise<'noBatches' | { readonly next: Underway | null }> {
  const { rows, isAtomic, pulled } = claim;
  const admin = await loadAdmin(rows);
  // While the server works, the next batch is prepared.
  const [reply, prepared] = await Promise.all([
    replyToCome ?? sendLoad(store, claim, ports),
    claimNextBatch(store, ports, claim),
  ]);
  const ready = prepared && withPositionOf(reply, prepared);
  ports.onStep?.('sent');
  if (reply.isBatch && isNoBatch(reply.whole)) return 'noBatches';
  const responses = rows.map((row) => ({ row, response: reply.responseOf(row.id) }));
  const resolve = admin?.resolve ?? (() => null);
  const judged = isAtomic ? judgeTogether(responses, reply.failedId, resolve) : judgeEach(responses, resolve);
  const isEnd = await isBlockedForAll(judged, ports);
  const goesOn = !isEnd && !isStopping(judged) && (await ports.extendLead());
  // Nothing in it depends on the acks that are being stored, so the server need not wait for them.
  const early = goesOn && ready !== null ? sendEarly(store, ready, ports) : null;
  const { outboxIndex, successors } = await findSuccession(store, claim, admin !== null && hasAcks(judged));
  const { next, acknowledged } = await applyOutcomes(store, judged, {
    ...{
      now: ports.now(),
      random: ports.random,
      applyAdminAcks: admin?.applyAcks ?? null,
      successors,
      pulled,
      historyPosition: reply.whole.historyPosition,
      sequence: reply.whole.sequence,
    },
    andThen: async (tx) => {
      if (goesOn) return ready ?? claimDue(tx, ports, { ...claim, outboxIndex });
      if (ready !== null) await release(tx, ready);
      return null;
    },
  });
  ports.onStep?.('applied');
  for (const command of acknowledged) ports.onAcknowledged?.(command);
  return { next: next && { claim: { ...next, outboxIndex: outboxIndex ?? next.outboxIndex }, reply: early } };
}

/**
 * Whether the network blocks every request: the server is away, or several requests were blocked in a row. The others
 * are sent if it blocks only this one.
 */
async function isBlockedForAll(
  judged: readonly Judged[],
  { blocks, isServerReached }: DrainPorts & { readonly blocks: Blocks },
): Promise<boolean> {
  const blocked = judged.filter(({ resolution }) => resolution.kind === 'retry' && resolution.isBlocked);
  blocks.inARow = blocked.length < judged.length ? 0 : blocks.inARow + 1;
  for (const { row } of blocked) blocks.blocked.add(row.id);
  return blocks.inARow > 0 && (blocks.inARow >= BLOCKED_MAX || !(await isServerReached()));
}

const hasAcks = (judged: readonly Judged[]): boolean =>
  judged.some(({ resolution: { kind } }) => kind === 'acknowledged');

/** Null if the session or the user changed meanwhile: then the drain ends before the claim is sent. */
function sendEarly(store: PrivateStore, claim: Claim, ports: DrainPorts & Claiming): Promise<Reply> | null {
  const identity = ports.identify();
  if (!isOwner(store, identity)) return null;
  const sent = sendLoad(store, claim, { ...ports, token: identity.token });
  // If the acks cannot be stored, its result is not read; its commands are sent again.
  sent.catch(() => undefined);
  return sent;
}

/** Admins' edits need more code to apply their responses; learners' devices never load it. */
async function loadAdmin(rows: readonly OutboxRow[]) {
  const isAdmins = rows.some(({ command }) => rowsAround(command).length > 0);
  return isAdmins ? import('./admin-replay.ts') : null;
}

/** A claim that precedes the acks in a reply shows the position that came with them. */
function withPositionOf({ whole }: BatchResult, claim: Claim): Claim {
  return { ...claim, historyPosition: whole.historyPosition ?? claim.historyPosition };
}

async function sendLoad(
  store: PrivateStore,
  { rows, isAtomic, historyPosition: position }: Claim,
  ports: DrainPorts & Claiming & { readonly token: string },
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
  extendLead: async () => true,
  isServerReached,
  isEager: false,
} satisfies DrainPorts;
