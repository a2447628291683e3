import type { Command } from '#schema/commands.ts';
import type { Answer } from '../api/answer.ts';
import { write } from '../store/access.ts';
import { adminCourseTables } from '../store/admin-courses.ts';
import { inside } from '../store/inside.ts';
import type { OutboxRow } from '../store/outbox.ts';
import type { PrivateStore } from '../store/private-store.ts';
import { backoffMs } from './backoff.ts';
import type { Behind } from './behind.ts';
import { findNotTaken, renewNotTaken } from './not-taken.ts';
import { renewed } from './outbox-rows.ts';
import { showPendingProfile } from './pending-profile.ts';
import { mergeProfile, mergeReply, unlockCourses } from './settle-own.ts';
import type { Judged } from './verdict.ts';

/** What stands in a kept row where an activation code was: codes do not outlive their use. */
export const BLANKED_CODE = '••••';

const CONFLICT_STATUS = 412;
const REPEATED_MERGE_MS = 5_000;

/** A command that is done, and the server's word on it. */
export interface Ack {
  /** Its place in the outbox. */
  readonly order: number;
  readonly command: Command;
  readonly answer: Answer;
}

interface Settlement<Next> {
  readonly now: number;
  readonly random: () => number;
  /** Writes what admins' edits came to; needed when there are any among the acks. */
  readonly settleAdmin: ((store: PrivateStore, acks: readonly Ack[], behind: Behind) => Promise<void>) | null;
  readonly behind: Behind;
  /** The last step of the transaction, which is over the uploads too. */
  readonly andThen: () => Promise<Next>;
}

/**
 * Writes down what came of commands that were sent: their new states, and the effects of acks on the
 * device, in one transaction, and answers what `andThen` came to. A row that was discarded meanwhile stays away; the effect is true anyway.
 */
export async function settle<Next>(
  store: PrivateStore,
  judged: readonly Judged[],
  settlement: Settlement<Next>,
): Promise<Next> {
  const acks = judged.flatMap(({ row, answer, verdict }): Ack[] =>
    verdict.kind === 'acknowledged' ? [{ order: row.order, command: row.command, answer }] : [],
  );
  // Before the acks are written: if the page dies between the two, the repeat answers the same list.
  for (const { command, answer } of acks) {
    unlockCourses(store.userId, command, answer);
    mergeProfile(store.userId, command, answer);
  }
  const { outbox, uploads, progress, drafts, adminUsers } = store;
  const tables = [outbox, uploads, progress, drafts, adminUsers, ...adminCourseTables(store)];
  const next = await write(store, tables, async () => {
    const { settleAdmin, behind } = settlement;
    // Side by side, because each of them mostly waits for the browser to look something up.
    await Promise.all([
      inside(() => writeVerdicts(store, judged, settlement)),
      inside(() => settleOwn(store, acks)),
      settleAdmin !== null && acks.length > 0 && inside(() => settleAdmin(store, acks, behind)),
    ]);
    return inside(settlement.andThen);
  });
  if (judged.some(({ row }) => row.command.kind === 'profile.update')) await showPendingProfile(store);
  return next;
}

async function writeVerdicts(
  store: PrivateStore,
  judged: readonly Judged[],
  settlement: Settlement<unknown>,
): Promise<void> {
  const stored = await inside(() => readPlaces(store, judged));
  const heard = judged.filter(({ row }) => {
    const known = stored.get(row.order);
    // Another replayer's ack stands, whatever this one heard.
    return known?.id === row.id && known.state !== 'acknowledged';
  });
  await store.outbox.bulkPut(heard.map((one) => nextRow(one, settlement)));
}

/** What acks of a learner's commands mean for their other rows. */
async function settleOwn(store: PrivateStore, acks: readonly Ack[]): Promise<void> {
  for (const { command, answer } of acks) {
    if (command.kind !== 'progress.save') continue;
    await inside(() => mergeReply(store, command.args.entries, answer));
  }
  if (acks.some(({ command }) => command.kind === 'course.activate'))
    await inside(() => renewNotTaken(store));
}

/** What stands in the outbox where these rows stood; a batch stands together mostly, and is then read in one go. */
async function readPlaces(store: PrivateStore, judged: readonly Judged[]) {
  const orders = judged.map(({ row }) => row.order);
  const [first, last] = [Math.min(...orders), Math.max(...orders)];
  const isTogether = last - first < 2 * orders.length;
  const rows = isTogether
    ? await store.outbox.where('order').between(first, last, true, true).toArray()
    : await store.outbox.bulkGet(orders);
  return new Map(rows.flatMap((row) => (row === undefined ? [] : [[row.order, row]])));
}

function nextRow({ row, answer, verdict }: Judged, { now, random }: Settlement<unknown>): OutboxRow {
  const heard = { ...row, lastStatus: answer.status, nextAttemptAt: null };
  switch (verdict.kind) {
    case 'acknowledged':
    case 'gone': {
      const acknowledgedAt = new Date(now).toISOString();
      const command = blankCodes(row.command);
      const { cancelled: _, ...done } = heard;
      const notTaken = findNotTaken(row.command, answer);
      const left = notTaken.length === 0 ? {} : { notTaken };
      return { ...done, state: 'acknowledged', acknowledgedAt, lastProblem: null, command, ...left };
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
    case 'again':
      return { ...heard, state: 'waiting', lastProblem: null };
  }
}

/** The first merge goes at once. Where the answer to it is the same again, somebody is very busy there, or something is wrong. */
function restAfter(row: OutboxRow, now: number): Pick<OutboxRow, 'nextAttemptAt'> {
  const isRepeated = row.lastStatus === CONFLICT_STATUS;
  return { nextAttemptAt: isRepeated ? new Date(now + REPEATED_MERGE_MS).toISOString() : null };
}

function blankCodes(command: Command): Command {
  switch (command.kind) {
    case 'course.activate':
      return { ...command, args: { ...command.args, activationCode: BLANKED_CODE } };
    case 'codes.upload':
      return { ...command, args: { ...command.args, codes: command.args.codes.map(() => BLANKED_CODE) } };
    default:
      return command;
  }
}
