import { done, finished } from '#pwa/device/indexed-db.ts';
import { privateStoreName } from '#pwa/store/database/private-store-name.ts';

/**
 * Holds all tables of a user's store in a transaction, as a frozen page of another tab does. Returns a function that
 * ends it.
 */
export async function holdStore(userId: string): Promise<() => Promise<void>> {
  const db = await done(indexedDB.open(privateStoreName(userId)));
  const transaction = db.transaction([...db.objectStoreNames], 'readwrite');
  let isHeld = true;
  const ask = () => {
    transaction.objectStore('state').get('none').onsuccess = () => isHeld && ask();
  };
  const end = finished(transaction);
  ask();
  return async () => {
    isHeld = false;
    await end;
    db.close();
  };
}
