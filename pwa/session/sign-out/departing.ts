import { removeCachedFiles } from '#pwa/downloads/cache/remove-cached-files.ts';
import { finishDepartures } from '#pwa/store/account/departure.ts';
import { listDrafts } from '#pwa/store/account/drafts.ts';
import { listUnsent, type OutboxRow } from '#pwa/store/account/outbox.ts';
import { listUploads } from '#pwa/store/account/uploads.ts';
import { openPrivateStore, type PrivateStore } from '#pwa/store/database/private-store.ts';
import { StoreUnavailableError } from '#pwa/store/database/storage-errors.ts';

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

/** None in a store that the browser does not open: what is in it stays for the next login. */
export async function findUnsentWork(userId: string): Promise<UnsentWork> {
  try {
    return await readUnsentWork(openPrivateStore(userId));
  } catch (error) {
    if (error instanceof StoreUnavailableError) return { unsent: [], drafts: 0 };
    throw error;
  }
}

async function readUnsentWork(store: PrivateStore): Promise<UnsentWork> {
  const [unsent, drafts, uploads] = await Promise.all([
    listUnsent(store),
    listDrafts(store, ''),
    listUploads(store),
  ]);
  const held = uploads.filter(({ state }) => state === 'held');
  return { unsent, drafts: drafts.length + held.length };
}

export function finish(): Promise<void> {
  return finishDepartures(removeCachedFiles);
}
