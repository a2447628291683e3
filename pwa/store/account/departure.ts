import { Dexie } from 'dexie';
import { readKnownUser } from '../database/known-user.ts';
import { leavePrivateStore, PrivateDatabase } from '../database/private-store.ts';
import { privateStoreName } from '../database/private-store-name.ts';
import { removeCanary } from './canary-note.ts';
import { type Departure, readDepartures, strikeDeparture } from './departure-notes.ts';
import { unsentRows } from './outbox.ts';
import { readCopy, removeCopy, withCopies } from './unsent-copy.ts';

/** How long to wait for another tab that does not close the database. */
const DELETION_WAIT_MS = 2_000;

/**
 * Empties and deletes the private stores of all users who signed out. With `unsent: 'keep'` only the outbox,
 * the drafts and the pending uploads stay, for that user's next login. The known user must be removed before. A user who
 * is known again has signed in in another tab, while this one was frozen: their store stays as it is.
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
async function emptyStore(departure: Departure): Promise<boolean> {
  const { userId, unsent } = departure;
  if (!(await Dexie.exists(privateStoreName(userId)))) {
    await removeCopyOf(departure, null);
    return true;
  }
  const store = new PrivateDatabase(userId);
  const emptied = await store.transaction('rw', store.tables, async () => {
    if (isKnown(userId)) return null;
    // Rows of every version, including those that only a newer app can read.
    const rows = unsent === 'keep' ? await unsentRows(store).toArray() : [];
    const birth = await store.state.get('birth');
    const hasWork = unsent === 'keep' && (rows.length > 0 || (await hasUnsaved(store)));
    // Only pending uploads and drafts belong to the unsent work besides the outbox.
    const retained = hasWork ? [store.uploads.name, store.uploadBytes.name, store.drafts.name] : [];
    const cleared = store.tables.filter((table) => !retained.includes(table.name));
    await Promise.all(cleared.map((table) => table.clear()));
    await store.outbox.bulkPut(rows);
    if (hasWork && birth !== undefined) await store.state.put(birth);
    return { birth: birth?.value ?? null, isRetained: hasWork };
  });
  if (emptied === null || emptied.isRetained) {
    store.close();
    return emptied !== null;
  }
  await removeCopyOf(departure, emptied.birth);
  return deleteStore(store);
}

const isKnown = (userId: string): boolean => readKnownUser()?.id === userId;

/**
 * Removes the copy of the unsent work, and the canary. With `unsent: 'keep'` both stay if the copy is of a database that
 * the browser has lost: the next login restores its work.
 *
 * @param birth the identity of the present database; null without one
 */
async function removeCopyOf({ userId, unsent }: Departure, birth: unknown): Promise<void> {
  await withCopies(async () => {
    if (isKnown(userId)) return;
    const copy = unsent === 'keep' ? await readCopy(userId) : null;
    if (copy !== null && copy.birth !== birth) return;
    await removeCopy(userId);
    removeCanary(userId);
  });
}

/** Whether there is typed text or a chosen file that is in no command yet. For use inside a transaction. */
async function hasUnsaved(store: PrivateDatabase): Promise<boolean> {
  return (await store.drafts.count()) > 0 || (await store.uploads.count()) > 0;
}

async function deleteStore(store: PrivateDatabase): Promise<boolean> {
  if (isKnown(store.userId)) {
    store.close();
    return false;
  }
  store.on('blocked', () => false);
  const deletion = store.delete().then(() => true);
  const wait = new Promise<boolean>((resolve) => setTimeout(resolve, DELETION_WAIT_MS, false));
  return Promise.race([deletion, wait]);
}
