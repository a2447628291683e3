import * as v from 'valibot';
import type { ApiResponse } from '#pwa/api/api-response.ts';
import { updateCanary } from '#pwa/store/account/canary.ts';
import { type OutboxRow, parseOutboxRow } from '#pwa/store/account/outbox.ts';
import { write } from '#pwa/store/database/access.ts';
import type { PrivateStore, Tx } from '#pwa/store/database/private-store.ts';
import { reissued } from '#pwa/sync/outbox/outbox-rows.ts';
import { requestReplay } from '#pwa/sync/outbox/signal.ts';
import type { Command } from '#schema/commands/all-commands.ts';
import { ProgressReply } from '#schema/learning/progress.ts';

/*
 * The server ignores progress of lessons that the user has no access to, and shows it only by leaving them
 * out of the reply. This happens after a restore from a backup without the activation: the progress in that
 * course is sent again, and ignored until the user has the course again.
 */

/** Returns the lessons of a `progress.save` that the server ignored. */
export function findNotTaken(command: Command, response: ApiResponse): string[] {
  if (command.kind !== 'progress.save') return [];
  const { entries } = v.parse(ProgressReply, response.output);
  const taken = new Set(entries.map(({ lessonId }) => lessonId));
  return [...new Set(command.args.entries.map(({ lessonId }) => lessonId))].filter((id) => !taken.has(id));
}

/** Sends again what was ignored, because the user has got access to a course. */
export async function offerNotTaken(store: PrivateStore): Promise<void> {
  const offered = await write(store, [store.outbox], (tx) => reissueNotTaken(tx));
  if (offered === 0) return;
  await updateCanary(store);
  requestReplay('eager');
}

/**
 * As {@link offerNotTaken}, for use inside a transaction over the outbox. Returns how many commands wait
 * again: under new ids, since the old ones have receipts. Progress of other courses is ignored again and
 * waits for their access.
 */
export async function reissueNotTaken(tx: Tx): Promise<number> {
  const rows = await tx.outbox.where({ state: 'acknowledged' }).toArray();
  const left = rows.filter(({ notTaken }) => notTaken !== undefined).map(parseOutboxRow);
  const again = left.flatMap((row) => (row === null ? [] : (offerRest(row) ?? [])));
  await tx.outbox.bulkPut(again);
  return again.length;
}

/**
 * Returns the ignored part of an acknowledged row, to be sent under a new id; null if nothing was ignored.
 */
export function offerRest({
  notTaken = [],
  textBytes: _,
  ackSequence: __,
  ...row
}: OutboxRow): OutboxRow | null {
  const { command } = row;
  if (command.kind !== 'progress.save') return null;
  const entries = command.args.entries.filter(({ lessonId }) => notTaken.includes(lessonId));
  return reissued({ ...row, command: { ...command, args: { ...command.args, entries } } });
}
