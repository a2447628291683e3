import type { TXWithTables } from 'dexie';
import { throughFreezes } from '#pwa/device/bfcache.ts';
import { noteAvailable } from './blocked.ts';
import { isLostConnection, StoreGoneError } from './errors.ts';
import { readKnownUser } from './known-user.ts';
import type { PrivateDatabase, PrivateStore, Reader, ReadTx, Tx } from './private-store.ts';
import { isQuotaExceeded, StorageFullError, StoreUnavailableError } from './storage-errors.ts';

/** Tables of the store, which the transaction names. */
type Named = readonly { readonly name: string }[];

/**
 * Reads from a store; a connection that the browser dropped is reopened once. In a transaction, just reads.
 *
 * @throws {StoreUnavailableError} if the browser does not open the store
 */
export async function read<T>(store: Reader, work: () => PromiseLike<T>): Promise<T> {
  if (isTransaction(store)) return work();
  requireOwner(store);
  const result = explained(store, reopenOnce(store, work));
  return store.limits === null ? result : store.limits.read(result);
}

/**
 * As {@link read}, as of one moment: nothing is written to `tables` between the reads of `work`. Server rows
 * and unsent commands must be read this way, otherwise an edit that is acknowledged in between is in neither,
 * and its screen shows the old text for a moment.
 */
export async function readAtOnce<T>(
  store: Reader,
  tables: Named,
  work: (tx: ReadTx) => PromiseLike<T>,
): Promise<T> {
  if (isTransaction(store)) return read(store, () => work(store));
  requireOwner(store);
  return explained(store, transact(store, 'r', { tables, work }));
}

/**
 * Writes to a store in one strict transaction: all of `work` is durable when this resolves, or nothing is.
 * `work` awaits only the tables of `tx` and functions over them: the transaction ends as soon as it waits for
 * anything else. It may run again after a dropped connection, or once a page that was frozen meanwhile is shown
 * again.
 *
 * The owner is checked inside the transaction: work that was under way at sign-out finds the store closed and
 * recreates nothing.
 *
 * @throws {StorageFullError} if the device's storage is full
 * @throws {StoreUnavailableError} if the browser does not open the store
 * @throws {StorageStalledError} from a store for work in the background, see {@link inBackground}
 * @throws {StoreGoneError} if the owner signed out meanwhile
 */
export async function write<T>(
  store: PrivateStore,
  tables: Named,
  work: (tx: Tx) => PromiseLike<T>,
): Promise<T> {
  requireOwner(store);
  try {
    return await transact(store, 'rw', {
      tables,
      work: (tx) => {
        requireOwner(store);
        return work(Object.assign(tx, { userId: store.userId }));
      },
    });
  } catch (error) {
    throw isQuotaExceeded(error) ? new StorageFullError(error) : explain(store, error);
  }
}

interface Transaction<T> {
  readonly tables: Named;
  readonly work: (tx: TXWithTables<PrivateDatabase>) => PromiseLike<T>;
}

function transact<T>(store: PrivateStore, mode: 'r' | 'rw', { tables, work }: Transaction<T>): Promise<T> {
  const begin = (onBegin?: (tx: IDBTransaction) => void) =>
    store.database.transaction(mode, namesOf(tables), (tx) => {
      onBegin?.(tx.idbtrans);
      return work(tx);
    });
  return reopenOnce(store, () => store.limits?.transact(begin) ?? begin());
}

const isTransaction = (store: Reader): store is ReadTx => 'idbtrans' in store;

const namesOf = (tables: Named): string[] => tables.map(({ name }) => name);

function reopenOnce<T>(store: PrivateStore, work: () => PromiseLike<T>): Promise<T> {
  return throughFreezes(async () => {
    try {
      return await noted(work);
    } catch (error) {
      if (!isLostConnection(error)) throw error;
      requireOwner(store);
      store.database.close({ disableAutoOpen: false });
      return await noted(work);
    }
  });
}

async function noted<T>(work: () => PromiseLike<T>): Promise<T> {
  const result = await work();
  noteAvailable(true);
  return result;
}

async function explained<T>(store: PrivateStore, work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    throw explain(store, error);
  }
}

/** The same error, unless the store is not even open. Work in the background asks again. */
function explain({ database, isGone, limits }: PrivateStore, error: unknown): unknown {
  if (limits !== null || isGone || database.isOpen() || error instanceof StoreGoneError) return error;
  noteAvailable(false);
  return new StoreUnavailableError(error);
}

function requireOwner(store: PrivateStore): void {
  if (store.isGone || readKnownUser()?.id !== store.userId) throw new StoreGoneError();
}
