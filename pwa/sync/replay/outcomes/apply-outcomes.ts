import * as v from 'valibot';
import type { ApiResponse } from '#pwa/api/api-response.ts';
import { textBytesOf } from '#pwa/store/account/acknowledged/bound-acknowledged.ts';
import { writeHistoryPosition } from '#pwa/store/account/history-position.ts';
import type { OutboxRow } from '#pwa/store/account/outbox.ts';
import { findPullState, readPullState } from '#pwa/store/account/pull-state.ts';
import { write } from '#pwa/store/database/access.ts';
import type { PrivateStore, ReadTx, Tx } from '#pwa/store/database/private-store.ts';
import { ownRow } from '#pwa/sync/commands/command-target.ts';
import { showPendingProfile } from '#pwa/sync/commands/pending-profile.ts';
import { offeredAgain, reissued } from '#pwa/sync/outbox/outbox-rows.ts';
import { afterAck, type Command } from '#schema/commands/all-commands.ts';
import { attemptsOf, backoffMs } from '../schedule/backoff.ts';
import type { Pulled } from '../schedule/claim.ts';
import { isUnlocking, storeSite, storeUnlocked, unlockCourses } from './learner-acks.ts';
import { findNotTaken, offerRest, reissueNotTaken } from './not-taken.ts';
import type { Judged } from './resolution.ts';

const CONFLICT_STATUS = 412;
const REPEATED_MERGE_MS = 5_000;

/** A command that is done, with the server's response. */
export interface Ack {
  /** Its position in the outbox. */
  readonly order: number;
  readonly command: Command;
  readonly response: ApiResponse;
  /** It was queued on another device, whose user may not have known what is waiting here. */
  readonly isImported: boolean;
}

/** Applies acks of admins' commands, inside the transaction that writes them. */
export type ApplyAdminAcks = (tx: Tx, acks: readonly Ack[]) => Promise<void>;

interface OutcomeContext {
  readonly now: number;
  readonly random: () => number;
  /** Required if there are admins' commands among those sent. */
  readonly applyAdminAcks: ApplyAdminAcks | null;
  readonly pulled: Pulled;
  /** The server's position in its history that the reply contains. */
  readonly historyPosition: string | null;
  /** The number of the server's last change after the commands; NaN if the reply does not say. */
  readonly sequence: number;
}

/**
 * Stores the outcomes of sent commands: their new states, and the effects of acks on the device, in one
 * transaction. A row that was discarded meanwhile is not restored, but its effect is applied. Returns the commands whose
 * effect on the server is certain.
 */
export async function applyOutcomes(
  store: PrivateStore,
  sent: readonly Judged[],
  context: OutcomeContext,
): Promise<Command[]> {
  await applyAccountAcks(store, sent, context.pulled);
  const { outbox, drafts, adminCodeBatches, adminBatchCodes, state } = store;
  const tables = [outbox, drafts, state, adminCodeBatches, adminBatchCodes, store.adminCodes];
  const acknowledged = await write(store, tables, async (tx) => {
    const pulled = await readPullState(tx);
    const isSameEpoch = pulled.epoch === context.pulled.epoch;
    const judged = isSameEpoch ? sent : sent.map((one) => asUntrusted(one, context.pulled.epoch));
    const acks = acksAmong(judged);
    const { applyAdminAcks, sequence } = context;
    // In parallel, because each of them mostly waits for IndexedDB reads.
    await Promise.all([
      writeResolutions(tx, judged, {
        now: context.now,
        random: context.random(),
        hasPulled: pulled.count !== context.pulled.count,
        sequence,
      }),
      applyLearnerAcks(tx, acks),
      context.historyPosition !== null && writeHistoryPosition(tx, context.historyPosition),
      applyAdminAcks !== null && acks.length > 0 && applyAdminAcks(tx, acks),
    ]);
    return acks.map(({ command }) => command);
  });
  if (sent.some(({ row }) => isShownPending(row.command))) await showPendingProfile(store);
  return acknowledged;
}

/** Returns the acknowledged commands among those sent. */
function acksAmong(judged: readonly Judged[]): Ack[] {
  const done = judged.filter(({ resolution }) => resolution.kind === 'acknowledged');
  return done.map(({ row: { order, command, isImported = false }, response }) => {
    return { order, command, response, isImported };
  });
}

/**
 * Applies acks to the known user. Before they are stored: if the page dies between the two, the repeated
 * request returns the same list.
 */
async function applyAccountAcks(store: PrivateStore, sent: readonly Judged[], sentAt: Pulled): Promise<void> {
  const isOwn = (command: Command) => isUnlocking(command) || isShownPending(command);
  const own = sent.filter(({ row }) => isOwn(row.command));
  if (own.length === 0) return;
  const pulled = await findPullState(store);
  if (pulled.epoch !== sentAt.epoch) return;
  for (const { command, response } of acksAmong(own)) {
    unlockCourses(store.userId, command, response);
    if (command.kind === 'site.update') storeSite(response);
  }
}

/** Whether unsent commands of the kind are shown beside the store: see {@link showPendingProfile}. */
const isShownPending = ({ kind }: Command) => kind === 'profile.update' || kind === 'site.update';

/**
 * While these were under way the device learned that the server's database had been restored: an ack may
 * predate that, and `requeueAcknowledged` did not include them.
 */
function asUntrusted(judged: Judged, epoch: string | null): Judged {
  const { kind } = judged.resolution;
  return kind === 'acknowledged' || kind === 'gone'
    ? { ...judged, resolution: { kind: 'untrusted', epoch } }
    : judged;
}

/** Further inputs to the next state of a row, besides the response. */
type Circumstances = Pick<OutcomeContext, 'now'> & {
  /** One number for all commands of a request, so that they are sent together again. */
  readonly random: number;
  /** The device has pulled changes since the commands were sent. */
  readonly hasPulled: boolean;
  readonly sequence: number;
};

async function writeResolutions(
  tx: Tx,
  judged: readonly Judged[],
  circumstances: Circumstances,
): Promise<void> {
  const stored = await readPlaces(tx, judged);
  const received = judged.filter(({ row }) => {
    const known = stored.get(row.order);
    // Another replayer's ack wins over this response.
    return known?.id === row.id && known.state !== 'acknowledged';
  });
  const next = received.map((one) => pausedAs(stored.get(one.row.order), nextRow(one, circumstances)));
  await tx.outbox.bulkPut(next);
}

/** An import may have been paused while its commands were under way. */
function pausedAs(stored: Pick<OutboxRow, 'isPaused'> | undefined, next: OutboxRow): OutboxRow {
  return stored?.isPaused === true && next.state === 'waiting' ? { ...next, isPaused: true } : next;
}

/** Applies acks of codes to the user's own courses. */
async function applyLearnerAcks(tx: Tx, acks: readonly Ack[]): Promise<void> {
  const unlocking = acks.filter(({ command }) => isUnlocking(command));
  for (const { command, response } of unlocking) await storeUnlocked(tx, command, response);
  if (unlocking.length > 0) await reissueNotTaken(tx);
}

/**
 * Reads the current rows at these orders; the orders of a batch are mostly contiguous and then read in one
 * range.
 */
async function readPlaces(tx: ReadTx, judged: readonly Judged[]) {
  const orders = judged.map(({ row }) => row.order);
  const [first, last] = [Math.min(...orders), Math.max(...orders)];
  const isTogether = last - first < 2 * orders.length;
  const rows = isTogether
    ? await tx.outbox.where('order').between(first, last, true, true).toArray()
    : await tx.outbox.bulkGet(orders);
  return new Map(rows.flatMap((row) => (row === undefined ? [] : [[row.order, row]])));
}

function nextRow(
  { row, response, resolution }: Judged,
  { now, random, hasPulled, sequence }: Circumstances,
): OutboxRow {
  const { isBlocked: _, ...rest } = row;
  const received = { ...rest, lastStatus: response.status, nextAttemptAt: null };
  switch (resolution.kind) {
    case 'acknowledged':
    case 'gone': {
      const acknowledgedAt = new Date(now).toISOString();
      const command = afterAck(row.command, response.output);
      const { cancelled: __, ...done } = received;
      const acknowledged = {
        ...done,
        state: 'acknowledged',
        acknowledgedAt,
        lastProblem: null,
        command,
        ...textBytesOf(command),
        ...effectOf(row.command, response, sequence),
      } as const;
      const notTaken = findNotTaken(row.command, response);
      if (notTaken.length === 0) return acknowledged;
      // Shown until it is taken: no pull has it.
      const left = { ...acknowledged, notTaken, ackSequence: Number.MAX_SAFE_INTEGER };
      // Access to their course may have come meanwhile, and nothing else would offer them again.
      return hasPulled || response.isReplayed ? (offerRest(left) ?? left) : left;
    }
    case 'retry': {
      const { problem: lastProblem, isBlocked } = resolution;
      const attempts = attemptsOf(row.attempts, isBlocked);
      const nextAttemptAt = new Date(now + backoffMs(attempts, random, response.retryAfterMs)).toISOString();
      const waiting = { ...received, state: 'waiting', nextAttemptAt, lastProblem } as const;
      return isBlocked ? { ...waiting, isBlocked } : waiting;
    }
    case 'paused':
    case 'refused':
      return { ...received, state: resolution.kind, lastProblem: resolution.problem };
    case 'conflict': {
      const { conflict, problem: lastProblem } = resolution;
      return { ...received, state: 'refused', lastProblem, conflict };
    }
    case 'refusedWithGroup':
      return { ...received, state: 'refused', lastProblem: null };
    case 'rebased': {
      const { command } = resolution;
      return {
        ...reissued(row),
        ...restAfter(row, now),
        id: command.id,
        command,
        lastStatus: response.status,
      };
    }
    case 'reissued':
      return reissued(row);
    case 'undecided':
      return { ...received, state: 'refused', lastProblem: resolution.problem, restore: 'undecided' };
    case 'dropped': {
      const acknowledgedAt = new Date(now).toISOString();
      return { ...received, state: 'acknowledged', acknowledgedAt, lastProblem: null, restore: 'dropped' };
    }
    case 'untrusted':
      return offeredAgain(row, resolution.epoch);
    case 'again':
      return { ...received, state: 'waiting', lastProblem: null };
  }
}

/** Commands outside of the editor that are laid over the stored rows until their effect is pulled. */
const OVERLAID: ReadonlySet<string> = new Set(['profile.update', 'progress.save', 'attempt.save']);

/** How long an acknowledged command is laid over the stored rows, and the version that it gave its row. */
function effectOf(
  command: Command,
  { output }: ApiResponse,
  sequence: number,
): Pick<OutboxRow, 'ackSequence' | 'ackVersion'> {
  const row = ownRow(command);
  const isLaidOver = row !== null || OVERLAID.has(command.kind);
  if (!isLaidOver || Number.isNaN(sequence)) return {};
  const [kind = ''] = row?.split('/') ?? [];
  const name = kind === 'codeBatch' ? 'batch' : kind;
  const reply = v.safeParse(v.object({ [name]: v.object({ version: v.number() }) }), output);
  const ackVersion = reply.success ? reply.output[name]?.version : undefined;
  return ackVersion === undefined ? { ackSequence: sequence } : { ackSequence: sequence, ackVersion };
}

/**
 * The first merge is sent at once. If the response is another 412, the row is being edited a lot, or
 * something is wrong.
 */
function restAfter(row: OutboxRow, now: number): Pick<OutboxRow, 'nextAttemptAt'> {
  const isRepeated = row.lastStatus === CONFLICT_STATUS;
  return { nextAttemptAt: isRepeated ? new Date(now + REPEATED_MERGE_MS).toISOString() : null };
}
