import type { Dexie } from 'dexie';
import { isLostConnection, isQuotaExceeded, StorageFullError, StoreGoneError } from './errors.ts';
import { readKnownUser } from './known-user.ts';

type Store = Dexie & { readonly userId: string; readonly isGone: boolean };

/** Reads from a store; a connection that the browser dropped is reopened once. */
export async function read<T>(store: Store, work: () => PromiseLike<T>): Promise<T> {
  requireOwner(store);
  return reopenOnce(store, work);
}

/**
 * As {@link read}, as of one moment: nothing is written to `tables` between the reads of `work`. Server rows
 * and unsent commands must be read this way, otherwise an edit that is acknowledged in between is in neither,
 * and its screen shows the old text for a moment.
 */
export function readAtOnce<T>(store: Store, tables: Dexie['tables'], work: () => Promise<T>): Promise<T> {
  return read(store, () => store.transaction('r', tables, work));
}

/**
 * Writes to a store in one strict transaction: all of `work` is durable when this resolves, or nothing is.
 * `work` awaits only the tables it names, and async functions over them through `inside` (otherwise the
 * transaction ends early). It may run a second time after a dropped connection.
 *
 * The owner is checked inside the transaction: work that was under way at sign-out finds the store closed and
 * recreates nothing.
 *
 * @throws {StorageFullError} if the device's storage is full
 * @throws {StoreGoneError} if the owner signed out meanwhile
 */
export async function write<T>(store: Store, tables: Dexie['tables'], work: () => Promise<T>): Promise<T> {
  requireOwner(store);
  try {
    return await reopenOnce(store, () =>
      store.transaction('rw', tables, () => {
        requireOwner(store);
        return work();
      }),
    );
  } catch (error) {
    throw isQuotaExceeded(error) ? new StorageFullError(error) : error;
  }
}

async function reopenOnce<T>(store: Store, work: () => PromiseLike<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!isLostConnection(error)) throw error;
    requireOwner(store);
    store.close({ disableAutoOpen: false });
    return await work();
  }
}

function requireOwner(store: Store): void {
  if (store.isGone || readKnownUser()?.id !== store.userId) throw new StoreGoneError();
}
