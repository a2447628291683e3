import { done, finished } from '../device/indexed-db.ts';
import { isLostConnection, isQuotaExceeded, StorageFullError } from './errors.ts';

const NAME = 'carrel';
/** Ten, because Dexie made this store first, and counts tens. Versions only ever add. */
const VERSION = 10;
const TABLES = ['courses', 'appState'] as const;

type Tables = Readonly<Record<(typeof TABLES)[number], IDBObjectStore>>;
/** What is done in one transaction. Awaits nothing but requests to its tables. */
type Work<T> = (tables: Tables) => T | Promise<T>;

/**
 * What anybody may see: the catalogue and the app's own state. One per device, and without Dexie, which
 * weighs more than everything else that a visitor needs besides React.
 */
export class PublicStore {
  #opening: Promise<IDBDatabase> | null = null;

  read<T>(work: Work<T>): Promise<T> {
    return this.#reopenOnce(() => this.#transact('readonly', work));
  }

  /**
   * All of `work` is durable when this resolves, or nothing is. Whoever watches, in any tab, hears of it.
   *
   * @throws {StorageFullError} when the device has no room.
   */
  async write(work: Work<void>): Promise<void> {
    try {
      await this.#reopenOnce(() => this.#transact('readwrite', work));
    } catch (error) {
      throw isQuotaExceeded(error) ? new StorageFullError(error) : error;
    }
    const line = new BroadcastChannel(NAME);
    line.postMessage(null);
    line.close();
  }

  /** Calls `listener` after each write, by any tab. Returns the way to stop. */
  watch(listener: () => void): () => void {
    const line = new BroadcastChannel(NAME);
    line.onmessage = listener;
    return () => line.close();
  }

  async #transact<T>(mode: IDBTransactionMode, work: Work<T>): Promise<T> {
    const db = await this.#open();
    const transaction = db.transaction(TABLES, mode, { durability: 'strict' });
    const end = finished(transaction);
    const tables = {
      courses: transaction.objectStore('courses'),
      appState: transaction.objectStore('appState'),
    };
    try {
      const result = await work(tables);
      await end;
      return result;
    } catch (error) {
      // Half a write is none.
      end.catch(() => undefined);
      takeBack(transaction);
      throw error;
    }
  }

  /** A connection that the browser dropped is opened again, once. */
  async #reopenOnce<T>(attempt: () => Promise<T>): Promise<T> {
    try {
      return await attempt();
    } catch (error) {
      if (!isLostConnection(error)) throw error;
      this.#opening = null;
      return attempt();
    }
  }

  #open(): Promise<IDBDatabase> {
    this.#opening ??= openDatabase((db) => {
      db.close();
      this.#opening = null;
    }).catch((error: unknown) => {
      this.#opening = null;
      throw error;
    });
    return this.#opening;
  }
}

function takeBack(transaction: IDBTransaction): void {
  try {
    transaction.abort();
  } catch {
    // It is over.
  }
}

async function openDatabase(onVersionChange: (db: IDBDatabase) => void): Promise<IDBDatabase> {
  const request = indexedDB.open(NAME, VERSION);
  request.onupgradeneeded = () => {
    request.result.createObjectStore('courses', { keyPath: 'id' }).createIndex('position', 'position');
    request.result.createObjectStore('appState', { keyPath: 'key' });
  };
  const db = await done(request).catch((error: unknown) => {
    // A newer app has been here; what this one knows is still in it.
    if (error instanceof DOMException && error.name === 'VersionError') return done(indexedDB.open(NAME));
    throw error;
  });
  db.onversionchange = () => onVersionChange(db);
  return db;
}

let opened: PublicStore | null = null;

/** The public store; it opens at the first access. */
export function openPublicStore(): PublicStore {
  opened ??= new PublicStore();
  return opened;
}
