import { write } from '../database/access.ts';
import type { DeletedSnapshotRow } from '../database/admin-rows.ts';
import type { PrivateStore, ReadTx } from '../database/private-store.ts';
import { CONFLICT_DRAFTS } from './draft-keys.ts';
import { unsentRows } from './outbox.ts';

/*
 * Copies that serve one edit or draft: the last values of a row that another user deleted, and the choices in a
 * conflict. The edit may leave the outbox in many ways, so they are removed at start, when what they serve is
 * gone.
 */

/** A discarded edit may be restored with its choices; that takes seconds. */
const CHOICES_MIN_AGE_MS = 24 * 60 * 60_000;

/** Removes the copies whose edit or draft is gone. */
export function removeSpentCopies(store: PrivateStore, now: number): Promise<void> {
  const { outbox, drafts, deletedSnapshots } = store;
  return write(store, [outbox, drafts, deletedSnapshots], async (tx) => {
    await tx.drafts.bulkDelete(await listSpentChoices(tx, now));
    await tx.deletedSnapshots.bulkDelete(await listSpentSnapshots(tx));
  });
}

/** The rows whose edits and drafts need a snapshot: of a question also its quiz, which is recreated with what was in it. */
export const idsServedBy = ({ id, data }: Pick<DeletedSnapshotRow, 'id' | 'data'>): string[] =>
  'quizId' in data && typeof data.quizId === 'string' ? [id, data.quizId] : [id];

async function listSpentChoices({ drafts, outbox }: ReadTx, now: number): Promise<string[]> {
  const choices = await drafts.where('id').startsWith(CONFLICT_DRAFTS).toArray();
  const old = choices.filter(({ updatedAt }) => now - Date.parse(updatedAt) > CHOICES_MIN_AGE_MS);
  const commandIdOf = ({ id }: { readonly id: string }) => id.slice(CONFLICT_DRAFTS.length);
  const commands = await outbox.where('id').anyOf(old.map(commandIdOf)).toArray();
  const unsent = new Set(commands.filter(({ state }) => state !== 'acknowledged').map(({ id }) => id));
  return old.filter((draft) => !unsent.has(commandIdOf(draft))).map(({ id }) => id);
}

async function listSpentSnapshots(tx: ReadTx): Promise<string[]> {
  const snapshots = await tx.deletedSnapshots.toArray();
  if (snapshots.length === 0) return [];
  // Anywhere in a row, because a command of a newer app, or one that a deletion cancelled, may name it too.
  const unsent = await unsentRows(tx).toArray();
  const names = [
    ...(await tx.drafts.toCollection().primaryKeys()),
    ...unsent.map((row) => JSON.stringify(row)),
  ];
  const isNamed = (id: string) => names.some((name) => name.includes(id));
  return snapshots.filter((row) => !idsServedBy(row).some(isNamed)).map(({ id }) => id);
}
