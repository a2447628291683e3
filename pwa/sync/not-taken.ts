import * as v from 'valibot';
import type { Command } from '#schema/commands/all-commands.ts';
import { ProgressReply } from '#schema/progress.ts';
import type { Answer } from '../api/answer.ts';
import { write } from '../store/access.ts';
import { updateCanary } from '../store/canary.ts';
import { type OutboxRow, parseOutboxRow } from '../store/outbox.ts';
import type { PrivateStore } from '../store/private-store.ts';
import { renewed } from './outbox-rows.ts';
import { requestReplay } from './signal.ts';

/*
 * The server leaves lessons that are not the person's out of what it saves, and says so only by not naming
 * them. So it goes after a backup was put back that does not know an activation: what was done in that course
 * is offered again, and not taken until the course is the person's again.
 */

/** The lessons of a `progress.save` that the server did not take. */
export function findNotTaken(command: Command, answer: Answer): string[] {
  if (command.kind !== 'progress.save') return [];
  const { entries } = v.parse(ProgressReply, answer.output);
  const taken = new Set(entries.map(({ lessonId }) => lessonId));
  return [...new Set(command.args.entries.map(({ lessonId }) => lessonId))].filter((id) => !taken.has(id));
}

/** Offers again what was not taken, because a course has come to the person. */
export async function offerNotTaken(store: PrivateStore): Promise<void> {
  const offered = await write(store, [store.outbox], () => renewNotTaken(store));
  if (offered === 0) return;
  await updateCanary(store);
  requestReplay('eager');
}

/**
 * As {@link offerNotTaken}, for use inside a transaction over the outbox. Answers how many commands wait again:
 * under new ids, since the old ones have receipts. What is of another course is not taken again, and waits
 * for that.
 */
export async function renewNotTaken(store: PrivateStore): Promise<number> {
  const rows = await store.outbox.where({ state: 'acknowledged' }).toArray();
  const left = rows.filter(({ notTaken }) => notTaken !== undefined).map(parseOutboxRow);
  const again = left.flatMap((row) => (row === null ? [] : (offerRest(row) ?? [])));
  await store.outbox.bulkPut(again);
  return again.length;
}

/** What was not taken of an acknowledged row, to be sent under a new id; null for what is taken as a whole. */
export function offerRest({ notTaken = [], ...row }: OutboxRow): OutboxRow | null {
  const { command } = row;
  if (command.kind !== 'progress.save') return null;
  const entries = command.args.entries.filter(({ lessonId }) => notTaken.includes(lessonId));
  return renewed({ ...row, command: { ...command, args: { ...command.args, entries } } });
}
