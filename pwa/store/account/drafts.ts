import { FORMAT_VERSION } from '#schema/protocol.ts';
import { read, readAtOnce, write } from '../database/access.ts';
import type { PrivateStore, Tx } from '../database/private-store.ts';
import type { DraftRow } from '../database/rows.ts';
import { countDrafts } from './draft-keys.ts';

/**
 * Returns unsubmitted text; null if there is none. The caller parses it: an older version of the app may have
 * written it.
 */
export function findDraft(store: PrivateStore, id: string): Promise<unknown> {
  return read(store, async () => (await store.drafts.get(id))?.value ?? null);
}

export function putDraft(store: PrivateStore, id: string, value: unknown): Promise<void> {
  return write(store, [store.drafts], async (tx) => {
    await tx.drafts.put({ id, value, updatedAt: new Date().toISOString(), v: FORMAT_VERSION });
  });
}

export function removeDraft(store: PrivateStore, id: string): Promise<void> {
  return write(store, [store.drafts], (tx) => removeDraftRow(tx, id));
}

/** As {@link removeDraft}, for use inside a transaction over the drafts. */
export async function removeDraftRow(tx: Tx, id: string): Promise<void> {
  await tx.drafts.delete(id);
}

/** Removes the drafts whose ids have this prefix; for use inside a transaction over the drafts. */
export async function removeDraftRows(tx: Tx, prefix: string): Promise<void> {
  await tx.drafts.where('id').startsWith(prefix).delete();
}

/** Returns the id prefix of all drafts of a course in the editor. */
export function draftPrefix(courseId: string): string {
  return `editor/${courseId}/`;
}

/** Returns the drafts whose ids have this prefix, in the order of their ids. */
export function listDrafts(store: PrivateStore, prefix: string): Promise<DraftRow[]> {
  return read(store, () => store.drafts.where('id').startsWith(prefix).toArray());
}

/** Returns how many courses and forms have unsaved drafts, chosen images included. */
export function countDraftsOfStore(store: PrivateStore): Promise<number> {
  return readAtOnce(store, [store.drafts, store.uploads], async (tx) => {
    const ids = await tx.drafts.toCollection().primaryKeys();
    const held = await tx.uploads.filter(({ state }) => state === 'held').toArray();
    return countDrafts(
      ids,
      held.map(({ courseId }) => courseId),
    );
  });
}
