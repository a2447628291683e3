import { removeKeptFiles } from '../downloads/remove-kept-files.ts';
import { finishDepartures } from '../store/departure.ts';
import { listDrafts } from '../store/drafts.ts';
import { listUnsent, type OutboxRow } from '../store/outbox.ts';
import { openPrivateStore } from '../store/private-store.ts';
import { listUploads } from '../store/uploads.ts';

/*
 * The part of signing out that needs the store. `session.ts` loads it on demand, so public pages load without
 * Dexie.
 */

/** Data that would be lost with a user's store. */
export interface UnsentWork {
  readonly unsent: readonly OutboxRow[];
  /** How many records or forms have typed text or a chosen image that was not submitted. */
  readonly drafts: number;
}

export async function findUnsentWork(userId: string): Promise<UnsentWork> {
  const store = openPrivateStore(userId);
  const [unsent, drafts, uploads] = await Promise.all([
    listUnsent(store),
    listDrafts(store, ''),
    listUploads(store),
  ]);
  const held = uploads.filter(({ state }) => state === 'held');
  return { unsent, drafts: drafts.length + held.length };
}

export function finish(): Promise<void> {
  return finishDepartures(removeKeptFiles);
}
