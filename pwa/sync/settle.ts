import * as v from 'valibot';
import { ActivateReply } from '#schema/activation.ts';
import type { Command } from '#schema/commands.ts';
import { ProgressReply } from '#schema/progress.ts';
import { FORMAT_VERSION } from '#schema/protocol.ts';
import type { Answer } from '../api/answer.ts';
import { write } from '../store/access.ts';
import { readKnownUser, writeKnownUser } from '../store/known-user.ts';
import type { OutboxRow } from '../store/outbox.ts';
import type { PrivateStore } from '../store/private-store.ts';
import { backoffMs } from './backoff.ts';
import type { Outcome } from './outcome.ts';
import { settleProgress } from './progress-merge.ts';

/** What stands in a kept row where the activation code was: codes do not outlive their use. */
const BLANKED_CODE = '••••';

interface Settlement {
  readonly answer: Answer;
  readonly outcome: Outcome;
  readonly now: number;
  readonly random: number;
}

/**
 * Writes down what came of a command that was sent: its new state, and on an ack its effect on the
 * device, in one transaction. A row that was discarded meanwhile stays away; the effect is true anyway.
 */
export async function settle(store: PrivateStore, row: OutboxRow, settlement: Settlement): Promise<void> {
  const { answer, outcome } = settlement;
  const isAck = outcome.kind === 'acknowledged';
  // Before the ack is written: if the page dies between the two, the repeat answers the same list.
  if (isAck) unlockCourses(store.userId, row.command, answer);
  await write(store, [store.outbox, store.progress], async () => {
    if (isAck) await mergeReply(store, row.command, answer);
    const isStillThere = (await store.outbox.get(row.order))?.id === row.id;
    if (isStillThere) await store.outbox.put({ ...row, ...nextState(row, settlement) });
  });
}

function nextState(row: OutboxRow, { answer, outcome, now, random }: Settlement): Partial<OutboxRow> {
  const lastStatus = answer.status;
  if (outcome.kind === 'acknowledged') {
    const acknowledgedAt = new Date(now).toISOString();
    return {
      state: 'acknowledged',
      acknowledgedAt,
      nextAttemptAt: null,
      lastProblem: null,
      lastStatus,
      command: blankCode(row.command),
    };
  }
  const lastProblem = outcome.problem;
  if (outcome.kind !== 'retry') return { state: outcome.kind, nextAttemptAt: null, lastProblem, lastStatus };
  const nextAttemptAt = new Date(now + backoffMs(row.attempts, random, answer.retryAfterMs)).toISOString();
  return { state: 'waiting', nextAttemptAt, lastProblem, lastStatus };
}

function blankCode(command: Command): Command {
  if (command.kind !== 'course.activate') return command;
  return { ...command, args: { ...command.args, activationCode: BLANKED_CODE } };
}

function unlockCourses(userId: string, command: Command, answer: Answer): void {
  const user = readKnownUser();
  if (command.kind !== 'course.activate' || user?.id !== userId) return;
  const { activatedCourses } = v.parse(ActivateReply, answer.output);
  writeKnownUser({ ...user, activatedCourses });
}

async function mergeReply(store: PrivateStore, command: Command, answer: Answer): Promise<void> {
  if (command.kind !== 'progress.save') return;
  const { entries } = v.parse(ProgressReply, answer.output);
  const mine = await store.progress.bulkGet(entries.map((entry) => entry.lessonId));
  await store.progress.bulkPut(
    entries.map((theirs, at) => {
      const stored = mine[at];
      const merged = stored === undefined ? theirs : settleProgress(stored, command.args.entries, theirs);
      return { ...merged, v: FORMAT_VERSION };
    }),
  );
}
