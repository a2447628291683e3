import { removeCachedFiles } from '#pwa/downloads/cache/remove-cached-files.ts';
import { finishDepartures } from '#pwa/store/account/departure.ts';
import { type DraftPlace, readDraftPlaces } from '#pwa/store/account/draft-places.ts';
import { listUnsent, type OutboxRow } from '#pwa/store/account/outbox.ts';
import { openPrivateStore, type PrivateStore } from '#pwa/store/database/private-store.ts';
import { StoreUnavailableError } from '#pwa/store/database/storage-errors.ts';

/*
 * The part of signing out that needs the store. `session.ts` loads it on demand, so public pages load without
 * Dexie.
 */

/** Data that would be lost with a user's store. */
export interface UnsentWork {
  readonly unsent: readonly OutboxRow[];
  /** What has typed text or a chosen image that was not saved: courses and forms, by name. */
  readonly drafts: readonly DraftPlace[];
}

/** None in a store that the browser does not open: what is in it stays for the next login. */
export async function findUnsentWork(userId: string): Promise<UnsentWork> {
  try {
    return await readUnsentWork(openPrivateStore(userId));
  } catch (error) {
    if (error instanceof StoreUnavailableError) return { unsent: [], drafts: [] };
    throw error;
  }
}

async function readUnsentWork(store: PrivateStore): Promise<UnsentWork> {
  const [unsent, drafts] = await Promise.all([listUnsent(store), readDraftPlaces(store)]);
  return { unsent, drafts };
}

export function finish(): Promise<void> {
  return finishDepartures(removeCachedFiles);
}
