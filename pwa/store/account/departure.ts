import { Dexie } from 'dexie';
import { leavePrivateStore, PrivateDatabase } from '../database/private-store.ts';
import { privateStoreName } from '../database/private-store-name.ts';
import { removeCanary } from './canary-note.ts';
import { type Departure, readDepartures, strikeDeparture } from './departure-notes.ts';
import { UNSENT_STATES } from './outbox.ts';
import { removeCopy, withCopies } from './unsent-copy.ts';

/** How long to wait for another tab that does not close the database. */
const DELETION_WAIT_MS = 2_000;

/**
 * Empties and deletes the private stores of all users who signed out. With `unsent: 'keep'` only the outbox,
 * the drafts and the pending uploads stay, for that user's next login. The known user must be removed before.
 *
 * @param removeFiles deletes a user's downloaded media
 */
export async function finishDepartures(removeFiles: (userId: string) => Promise<void>): Promise<void> {
  for (const departure of readDepartures()) {
    leavePrivateStore(departure.userId);
    await removeFiles(departure.userId);
    if (await emptyStore(departure)) strikeDeparture(departure.userId);
  }
}

/** True when done; false if the emptied database could not be deleted yet. */
async function emptyStore({ userId, unsent }: Departure): Promise<boolean> {
  if (!(await Dexie.exists(privateStoreName(userId)))) {
    // What the browser has lost may be in the copy.
    if (unsent === 'discard') await withCopies(() => removeCopy(userId));
    removeCanary(userId);
    return true;
  }
  const store = new PrivateDatabase(userId);
  const retained = await store.transaction('rw', store.tables, async () => {
    // Rows of every version, including those that only a newer app can read.
    const rows = unsent === 'keep' ? await store.outbox.where('state').anyOf(UNSENT_STATES).toArray() : [];
    const birth = await store.state.get('birth');
    const hasWork = unsent === 'keep' && (rows.length > 0 || (await hasUnsaved(store)));
    // Only pending uploads and drafts belong to the unsent work besides the outbox.
    const retained = hasWork ? [store.uploads.name, store.uploadBytes.name, store.drafts.name] : [];
    const cleared = store.tables.filter((table) => !retained.includes(table.name));
    await Promise.all(cleared.map((table) => table.clear()));
    await store.outbox.bulkPut(rows);
    if (hasWork && birth !== undefined) await store.state.put(birth);
    return hasWork;
  });
  if (retained) {
    store.close();
    return true;
  }
  await withCopies(() => removeCopy(userId));
  removeCanary(userId);
  return deleteStore(store);
}

/** Whether there is typed text or a chosen file that is in no command yet. For use inside a transaction. */
async function hasUnsaved(store: PrivateDatabase): Promise<boolean> {
  return (await store.drafts.count()) > 0 || (await store.uploads.count()) > 0;
}

async function deleteStore(store: PrivateDatabase): Promise<boolean> {
  store.on('blocked', () => false);
  const deletion = store.delete().then(() => true);
  const wait = new Promise<boolean>((resolve) => setTimeout(resolve, DELETION_WAIT_MS, false));
  return Promise.race([deletion, wait]);
}
