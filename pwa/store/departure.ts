import { Dexie } from 'dexie';
import { removeCanary } from './canary-note.ts';
import { type Departure, readDepartures, strikeDeparture } from './departure-notes.ts';
import { UNSENT_STATES } from './outbox.ts';
import { leavePrivateStore, PrivateStore } from './private-store.ts';
import { privateStoreName } from './private-store-name.ts';

/** How long another tab that does not let go of the database is waited for. */
const DELETION_WAIT_MS = 2_000;

/**
 * Empties and deletes the private stores of everybody who left. With `unsent: 'keep'` the outbox stays,
 * alone, for that person's next login. Their user must be forgotten before.
 *
 * @param removeFiles deletes a person's kept media; it knows where they lie
 */
export async function finishDepartures(removeFiles: (userId: string) => Promise<void>): Promise<void> {
  for (const departure of readDepartures()) {
    leavePrivateStore(departure.userId);
    await removeFiles(departure.userId);
    if (await emptyStore(departure)) strikeDeparture(departure.userId);
  }
}

/** True when it is done; false when the emptied database could not be deleted yet. */
async function emptyStore({ userId, unsent }: Departure): Promise<boolean> {
  if (!(await Dexie.exists(privateStoreName(userId)))) {
    removeCanary(userId);
    return true;
  }
  const store = new PrivateStore(userId);
  const kept = await store.transaction('rw', store.tables, async () => {
    // Rows of every version, also those that only a newer app can read.
    const rows = unsent === 'keep' ? await store.outbox.where('state').anyOf(UNSENT_STATES).toArray() : [];
    const birth = await store.state.get('birth');
    // Files on their way up belong to the unsent work; nothing else does.
    const kept = rows.length > 0 ? [store.uploads.name, store.uploadBytes.name] : [];
    const cleared = store.tables.filter((table) => !kept.includes(table.name));
    await Promise.all(cleared.map((table) => table.clear()));
    await store.outbox.bulkPut(rows);
    if (rows.length > 0 && birth !== undefined) await store.state.put(birth);
    return rows.length;
  });
  if (kept > 0) {
    store.close();
    return true;
  }
  removeCanary(userId);
  return deleteStore(store);
}

async function deleteStore(store: PrivateStore): Promise<boolean> {
  store.on('blocked', () => false);
  const deletion = store.delete().then(() => true);
  const wait = new Promise<boolean>((resolve) => setTimeout(resolve, DELETION_WAIT_MS, false));
  return Promise.race([deletion, wait]);
}
