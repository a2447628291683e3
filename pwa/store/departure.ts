import { Dexie } from 'dexie';
import * as v from 'valibot';
import { readItem, removeItem, writeItem } from '../device/local-storage.ts';
import { removeCanary } from './canary.ts';
import { UNSENT_STATES } from './outbox.ts';
import { leavePrivateStore, PrivateStore, privateStoreName } from './private-store.ts';

/*
 * What a person's signing out leaves behind: nothing, or only the unsent work they chose to keep.
 * The wish is written down first (outside IndexedDB), so that a page killed half way finishes it
 * at the next start.
 */
const KEY = 'carrel.departures';
const Departures = v.array(v.object({ userId: v.string(), unsent: v.picklist(['keep', 'discard']) }));
export type Departure = v.InferOutput<typeof Departures>[number];

/** How long another tab that does not let go of the database is waited for. */
const DELETION_WAIT_MS = 2_000;

export function hasDepartures(): boolean {
  return readItem(KEY) !== null;
}

/** Writes down that a person leaves; from here on it will happen, whatever becomes of this page. */
export function noteDeparture(departure: Departure): void {
  const others = readDepartures().filter(({ userId }) => userId !== departure.userId);
  writeItem(KEY, JSON.stringify([...others, departure]));
}

/**
 * Empties and deletes the private stores of everybody who left. With `unsent: 'keep'` the outbox stays,
 * alone, for that person's next login. Their user must be forgotten before.
 */
export async function finishDepartures(): Promise<void> {
  for (const departure of readDepartures()) {
    leavePrivateStore(departure.userId);
    if (!(await emptyStore(departure))) continue;
    const rest = readDepartures().filter(({ userId }) => userId !== departure.userId);
    if (rest.length === 0) removeItem(KEY);
    else writeItem(KEY, JSON.stringify(rest));
  }
}

/** True when it is done; false when the emptied database could not be deleted yet. */
async function emptyStore({ userId, unsent }: Departure): Promise<boolean> {
  await globalThis.caches?.delete(`carrel-media-${userId}`);
  if (!(await Dexie.exists(privateStoreName(userId)))) {
    removeCanary(userId);
    return true;
  }
  const store = new PrivateStore(userId);
  const kept = await store.transaction('rw', store.tables, async () => {
    // Rows of every version, also those that only a newer app can read.
    const rows =
      unsent === 'keep' ? await store.outbox.where('state').anyOf(UNSENT_STATES).toArray() : [];
    const birth = await store.state.get('birth');
    await Promise.all(store.tables.map((table) => table.clear()));
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

function readDepartures(): Departure[] {
  try {
    const parsed = v.safeParse(Departures, JSON.parse(readItem(KEY) ?? '[]'));
    return parsed.success ? parsed.output : [];
  } catch {
    return [];
  }
}
