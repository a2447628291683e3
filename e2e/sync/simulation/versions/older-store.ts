import { done, finished } from '#pwa/device/indexed-db.ts';
import { openReleased, type Rows, releasedPrivateStore } from '#pwa/testing/released-stores.ts';
import type { Disk } from '../machines/disk.ts';

/**
 * Writes a user's store back into the form of a released version: as if that version had been installed until
 * now. No page may have it open. Returns the connection of a page of that version.
 */
export async function writeBack(disk: Disk, userId: string, version: number): Promise<IDBDatabase> {
  const store = releasedPrivateStore(userId, version);
  const today = await done(disk.databases.open(store.name));
  const lastOrder = await readLastOrder(today);
  const rows: Record<string, object[]> = {};
  for (const table of Object.keys(store.shapes)) {
    rows[table] = await done(today.transaction(table).objectStore(table).getAll());
  }
  today.close();
  disk.release(store.name);
  await done(disk.databases.deleteDatabase(store.name));
  const older = await openReleased(store, rows satisfies Rows, disk.databases);
  await countFrom(older, lastOrder);
  return older;
}

/** The order of the last row that was ever queued: those of removed rows are not used again. */
async function readLastOrder(database: IDBDatabase): Promise<number> {
  const transaction = database.transaction('outbox', 'readwrite');
  const outbox = transaction.objectStore('outbox');
  const key = await done(outbox.add({ id: 'next' }));
  outbox.delete(key);
  await finished(transaction);
  return Number(key) - 1;
}

/** Orders of new rows follow this one. */
async function countFrom(database: IDBDatabase, order: number): Promise<void> {
  if (order === 0) return;
  const transaction = database.transaction('outbox', 'readwrite');
  const outbox = transaction.objectStore('outbox');
  const key = outbox.getKey(order);
  const isThere = (await done(key)) !== undefined;
  if (!isThere) {
    outbox.put({ order, id: 'last' });
    outbox.delete(order);
  }
  await finished(transaction);
}

/** All rows of a user's outbox, in whatever version. */
export async function readOutbox(disk: Disk, userId: string): Promise<unknown[]> {
  const connection = await done(disk.databases.open(releasedPrivateStore(userId, 1).name));
  const rows = await done(connection.transaction('outbox').objectStore('outbox').getAll());
  connection.close();
  return rows;
}
