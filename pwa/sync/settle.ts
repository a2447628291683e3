import { afterAck, type Command } from '#schema/commands/all-commands.ts';
import type { Answer } from '../api/answer.ts';
import { write } from '../store/access.ts';
import { adminCourseTables } from '../store/admin-courses.ts';
import { inside } from '../store/inside.ts';
import type { OutboxRow } from '../store/outbox.ts';
import type { PrivateStore } from '../store/private-store.ts';
import { findPullState, readPullState } from '../store/pull-state.ts';
import { backoffMs } from './backoff.ts';
import type { Behind } from './behind.ts';
import type { Pulled } from './claim.ts';
import { findNotTaken, offerRest, renewNotTaken } from './not-taken.ts';
import { offeredAgain, renewed } from './outbox-rows.ts';
import { showPendingProfile } from './pending-profile.ts';
import { isUnlocking, mergeProfile, mergeReply, unlockCourses } from './settle-own.ts';
import type { Judged } from './verdict.ts';

const CONFLICT_STATUS = 412;
const REPEATED_MERGE_MS = 5_000;

/** A command that is done, with the server's response. */
export interface Ack {
  /** Its position in the outbox. */
  readonly order: number;
  readonly command: Command;
  readonly answer: Answer;
  /**
   * The device pulled changes after the server ran the command, which may be newer: a row that is no longer
   * on the device may have been deleted. If it was not, the next pull returns it.
   */
  readonly isOvertaken: boolean;
}

interface Settlement<Next> {
  readonly now: number;
  readonly random: () => number;
  /** Applies the acks of admins' edits; required if there are any among the acks. */
  readonly settleAdmin: ((store: PrivateStore, acks: readonly Ack[], behind: Behind) => Promise<void>) | null;
  readonly behind: Behind;
  readonly pulled: Pulled;
  /** The last step of the transaction, which includes the uploads. */
  readonly andThen: () => Promise<Next>;
}

interface Settled<Next> {
  readonly next: Next;
  /** Commands whose effect on the server is certain. */
  readonly acknowledged: readonly Command[];
}

/**
 * Stores the outcomes of sent commands: their new states, and the effects of acks on the device, in one
 * transaction; returns the result of `andThen`. A row that was discarded meanwhile is not restored, but its
 * effect is applied.
 */
export async function settle<Next>(
  store: PrivateStore,
  sent: readonly Judged[],
  settlement: Settlement<Next>,
): Promise<Settled<Next>> {
  await tellOwnAcks(store, sent, settlement.pulled);
  const { outbox, uploads, progress, drafts, adminUsers, state } = store;
  const tables = [outbox, uploads, progress, drafts, adminUsers, state, ...adminCourseTables(store)];
  const settled = await write(store, tables, async () => {
    const pulled = await inside(() => readPullState(store));
    const isOfThisLife = pulled.epoch === settlement.pulled.epoch;
    const judged = isOfThisLife ? sent : sent.map(doubted);
    const acks = acksAmong(judged, settlement.pulled, pulled);
    const { settleAdmin, behind } = settlement;
    // In parallel, because each of them mostly waits for IndexedDB reads.
    await Promise.all([
      inside(() => writeVerdicts(store, judged, { ...settlement, overtaken: overtakenOf(acks) })),
      inside(() => settleOwn(store, acks)),
      settleAdmin !== null && acks.length > 0 && inside(() => settleAdmin(store, acks, behind)),
    ]);
    const next = await inside(settlement.andThen);
    return { next, acknowledged: acks.map(({ command }) => command) };
  });
  if (sent.some(({ row }) => row.command.kind === 'profile.update')) await showPendingProfile(store);
  return settled;
}

/**
 * Returns the acknowledged commands among those sent.
 *
 * @param sentAt what had been pulled when they were sent
 * @param now what has been pulled by now
 */
function acksAmong(judged: readonly Judged[], sentAt: Pulled, now: Pulled): Ack[] {
  const done = judged.filter(({ verdict }) => verdict.kind === 'acknowledged');
  return done.map(({ row: { order, command, pullCount }, answer }) => {
    const countBefore = answer.isReplayed ? pullCount : sentAt.count;
    return { order, command, answer, isOvertaken: countBefore !== now.count };
  });
}

/**
 * Applies acks to the known user. Before they are stored: if the page dies between the two, the repeated
 * request returns the same list.
 */
async function tellOwnAcks(store: PrivateStore, sent: readonly Judged[], sentAt: Pulled): Promise<void> {
  const isOwn = (command: Command) => isUnlocking(command) || command.kind === 'profile.update';
  const own = sent.filter(({ row }) => isOwn(row.command));
  if (own.length === 0) return;
  const pulled = await findPullState(store);
  if (pulled.epoch !== sentAt.epoch) return;
  for (const { command, answer, isOvertaken } of acksAmong(own, sentAt, pulled)) {
    unlockCourses(store.userId, command, answer);
    if (!isOvertaken) mergeProfile(store.userId, command, answer);
  }
}

/**
 * While these were under way the device learned that the server's database had been restored: an ack may
 * predate that, and `requeueAcknowledged` did not include them.
 */
function doubted(judged: Judged): Judged {
  const { kind } = judged.verdict;
  return kind === 'acknowledged' || kind === 'gone' ? { ...judged, verdict: { kind: 'doubted' } } : judged;
}

/** The orders of the acks that a pull may have overtaken. */
function overtakenOf(acks: readonly Ack[]): ReadonlySet<number> {
  return new Set(acks.filter(({ isOvertaken }) => isOvertaken).map(({ order }) => order));
}

/** Further inputs to the next state of a row, besides the response. */
type Circumstances = Pick<Settlement<unknown>, 'now' | 'random'> & {
  readonly overtaken: ReadonlySet<number>;
};

async function writeVerdicts(
  store: PrivateStore,
  judged: readonly Judged[],
  circumstances: Circumstances,
): Promise<void> {
  const stored = await inside(() => readPlaces(store, judged));
  const heard = judged.filter(({ row }) => {
    const known = stored.get(row.order);
    // Another replayer's ack wins over this response.
    return known?.id === row.id && known.state !== 'acknowledged';
  });
  await store.outbox.bulkPut(heard.map((one) => nextRow(one, circumstances)));
}

/** Applies acks of learner commands to their other rows. */
async function settleOwn(store: PrivateStore, acks: readonly Ack[]): Promise<void> {
  for (const { command, answer } of acks) {
    if (command.kind !== 'progress.save') continue;
    await inside(() => mergeReply(store, command.args.entries, answer));
  }
  if (acks.some(({ command }) => isUnlocking(command))) await inside(() => renewNotTaken(store));
}

/**
 * Reads the current rows at these orders; the orders of a batch are mostly contiguous and then read in one
 * range.
 */
async function readPlaces(store: PrivateStore, judged: readonly Judged[]) {
  const orders = judged.map(({ row }) => row.order);
  const [first, last] = [Math.min(...orders), Math.max(...orders)];
  const isTogether = last - first < 2 * orders.length;
  const rows = isTogether
    ? await store.outbox.where('order').between(first, last, true, true).toArray()
    : await store.outbox.bulkGet(orders);
  return new Map(rows.flatMap((row) => (row === undefined ? [] : [[row.order, row]])));
}

function nextRow({ row, answer, verdict }: Judged, { now, random, overtaken }: Circumstances): OutboxRow {
  const heard = { ...row, lastStatus: answer.status, nextAttemptAt: null };
  switch (verdict.kind) {
    case 'acknowledged':
    case 'gone': {
      const acknowledgedAt = new Date(now).toISOString();
      const command = afterAck(row.command, answer.output);
      const { cancelled: _, ...done } = heard;
      const acknowledged = {
        ...done,
        state: 'acknowledged',
        acknowledgedAt,
        lastProblem: null,
        command,
      } as const;
      const notTaken = findNotTaken(row.command, answer);
      if (notTaken.length === 0) return acknowledged;
      const left = { ...acknowledged, notTaken };
      // Access to their course may have come meanwhile, and nothing else would offer them again.
      return overtaken.has(row.order) ? (offerRest(left) ?? left) : left;
    }
    case 'retry': {
      const nextAttemptAt = new Date(now + backoffMs(row.attempts, random(), answer.retryAfterMs));
      const { problem: lastProblem } = verdict;
      return { ...heard, state: 'waiting', nextAttemptAt: nextAttemptAt.toISOString(), lastProblem };
    }
    case 'paused':
    case 'refused':
      return { ...heard, state: verdict.kind, lastProblem: verdict.problem };
    case 'conflict': {
      const { conflict, problem: lastProblem } = verdict;
      return { ...heard, state: 'refused', lastProblem, conflict };
    }
    case 'setAside':
      return { ...heard, state: 'refused', lastProblem: null };
    case 'rebased': {
      const { command } = verdict;
      return { ...renewed(row), ...restAfter(row, now), id: command.id, command, lastStatus: answer.status };
    }
    case 'renewed':
      return renewed(row);
    case 'doubted':
      return offeredAgain(row);
    case 'again':
      return { ...heard, state: 'waiting', lastProblem: null };
  }
}

/**
 * The first merge is sent at once. If the response is another 412, the row is being edited a lot, or
 * something is wrong.
 */
function restAfter(row: OutboxRow, now: number): Pick<OutboxRow, 'nextAttemptAt'> {
  const isRepeated = row.lastStatus === CONFLICT_STATUS;
  return { nextAttemptAt: isRepeated ? new Date(now + REPEATED_MERGE_MS).toISOString() : null };
}
