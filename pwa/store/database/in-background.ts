import { inTime, StorageStalledError, whenStalled } from '#pwa/device/in-time.ts';
import type { PrivateStore, TimeLimits } from './private-store.ts';

/**
 * The same store for work in the background, which holds a lock: a read that lasts longer than five seconds, and a
 * transaction that has not begun by then, reject. Users' own work waits instead, so that nothing of it is lost.
 */
export function inBackground(store: PrivateStore): PrivateStore {
  return Object.create(store, { limits: { value: LIMITS } }) satisfies PrivateStore;
}

const LIMITS: TimeLimits = { read: inTime, transact: beginInTime };

/** A transaction waits for the one of another page, which may be frozen, or for the database to open. */
function beginInTime<T>(begin: (onBegin: (tx: IDBTransaction) => void) => PromiseLike<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    let waiting: IDBTransaction | null = null;
    let isLate = false;
    const stop = whenStalled(() => {
      isLate = true;
      waiting?.abort();
      reject(new StorageStalledError('A transaction did not begin in time'));
    });
    const onBegin = (tx: IDBTransaction) => {
      if (isLate) throw new StorageStalledError('A transaction did not begin in time');
      waiting = tx;
      // A request gets through when it is the transaction's turn.
      const [table = ''] = tx.objectStoreNames;
      tx.objectStore(table).getKey(0).onsuccess = stop;
    };
    begin(onBegin).then(resolve, reject).then(stop);
  });
}
