import * as v from 'valibot';
import { ActivateReply } from '#schema/activation.ts';
import type { Command } from '#schema/commands.ts';
import { UserReply } from '#schema/profile.ts';
import { type ProgressEntry, ProgressReply } from '#schema/progress.ts';
import { FORMAT_VERSION } from '#schema/protocol.ts';
import type { Answer } from '../api/answer.ts';
import { write } from '../store/access.ts';
import { readConfirmedUser, writeKnownUser } from '../store/known-user.ts';
import type { OutboxRow } from '../store/outbox.ts';
import type { PrivateStore } from '../store/private-store.ts';
import { settleAdmin } from './admin-settle.ts';
import { backoffMs } from './backoff.ts';
import type { Outcome } from './outcome.ts';
import { showPendingProfile } from './pending-profile.ts';
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
  if (isAck) mergeProfile(store.userId, row.command, answer);
  const { command } = row;
  await write(store, [store.outbox, store.progress, store.adminCourses, store.adminUsers], async () => {
    const stored = await store.outbox.get(row.order);
    // Another replayer's ack stands, whatever this one heard.
    if (stored?.id === row.id && stored.state !== 'acknowledged') {
      await store.outbox.put({ ...row, ...nextState(row, settlement) });
    }
    if (isAck && command.kind === 'progress.save') await mergeReply(store, command.args.entries, answer);
    if (isAck) await settleAdmin(store, command, answer);
  });
  if (command.kind === 'profile.update') await showPendingProfile(store);
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
  const user = readConfirmedUser();
  if (command.kind !== 'course.activate' || user?.id !== userId) return;
  const { activatedCourses } = v.parse(ActivateReply, answer.output);
  // A replayed receipt tells of the day it was written: it may add courses, never take later ones away.
  const known = answer.isReplayed ? user.activatedCourses : [];
  writeKnownUser({ ...user, activatedCourses: [...new Set([...known, ...activatedCourses])] });
}

/** The returned fields join the current user (section 4); courses unlocked meanwhile stay. */
function mergeProfile(userId: string, command: Command, answer: Answer): void {
  const user = readConfirmedUser();
  if (command.kind !== 'profile.update' || user?.id !== userId) return;
  const { name, email, avatar } = v.parse(UserReply, answer.output).user;
  writeKnownUser({ ...user, name, email, avatar });
}

async function mergeReply(store: PrivateStore, sent: ProgressEntry[], answer: Answer): Promise<void> {
  const { entries } = v.parse(ProgressReply, answer.output);
  const mine = await store.progress.bulkGet(entries.map((entry) => entry.lessonId));
  await store.progress.bulkPut(
    entries.map((theirs, at) => {
      const stored = mine[at];
      return { ...(stored === undefined ? theirs : settleProgress(stored, sent, theirs)), v: FORMAT_VERSION };
    }),
  );
}
