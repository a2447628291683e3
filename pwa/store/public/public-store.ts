import { throughFreezes } from '#pwa/device/bfcache.ts';
import { done, finished } from '#pwa/device/indexed-db.ts';
import { Signal } from '#pwa/device/observable.ts';
import { isLostConnection } from '../database/errors.ts';

const NAME = 'carrel';
/** Ten, because Dexie created this store first and multiplies versions by ten. Versions only ever add. */
const VERSION = 10;
const TABLES = ['courses', 'appState'] as const;

export type Tables = Readonly<Record<(typeof TABLES)[number], IDBObjectStore>>;
/** The work of one transaction. Awaits only requests to its tables. */
export type Work<T> = (tables: Tables) => T | Promise<T>;

/**
 * Public data: the catalogue and the app's own state. One per device, and without Dexie, which is larger than
 * everything else that a visitor needs besides React.
 */
export class PublicStore {
  #connecting: Promise<IDBDatabase> | null = null;

  read<T>(work: Work<T>): Promise<T> {
    return this.#reopenOnce(() => this.#transact('readonly', work));
  }

  /** All of `work` is durable when this resolves, or nothing is. Watchers in every tab are notified. */
  async write(work: Work<void>): Promise<void> {
    await this.#reopenOnce(() => this.#transact('readwrite', work));
    this.notify();
  }

  /** Notifies the watchers in every tab. */
  notify(): void {
    const channel = openChannel();
    if (channel === null) inThisTab.emit();
    channel?.postMessage(null);
    channel?.close();
  }

  /** Calls `listener` after each write, by any tab. Returns a function that stops. */
  watch(listener: () => void): () => void {
    const channel = openChannel();
    if (channel === null) return inThisTab.subscribe(listener);
    channel.onmessage = listener;
    return () => channel.close();
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
      // A partial write is rolled back.
      end.catch(() => undefined);
      abortQuietly(transaction);
      throw error;
    }
  }

  /** Reopens a connection that the browser dropped, once. */
  #reopenOnce<T>(attempt: () => Promise<T>): Promise<T> {
    return throughFreezes(async () => {
      try {
        return await attempt();
      } catch (error) {
        if (!isLostConnection(error)) throw error;
        this.#connecting = null;
        return attempt();
      }
    });
  }

  #open(): Promise<IDBDatabase> {
    this.#connecting ??= openDatabase((db) => {
      db.close();
      this.#connecting = null;
    }).catch((error: unknown) => {
      this.#connecting = null;
      throw error;
    });
    return this.#connecting;
  }
}

const inThisTab = new Signal();

/** Null where a site that may not store data has no channels either, as in Firefox. */
function openChannel(): BroadcastChannel | null {
  try {
    return new BroadcastChannel(NAME);
  } catch {
    return null;
  }
}

function abortQuietly(transaction: IDBTransaction): void {
  try {
    transaction.abort();
  } catch {
    // The transaction has ended already.
  }
}

async function openDatabase(onVersionChange: (db: IDBDatabase) => void): Promise<IDBDatabase> {
  const request = indexedDB.open(NAME, VERSION);
  request.onupgradeneeded = () => {
    request.result.createObjectStore('courses', { keyPath: 'id' }).createIndex('position', 'position');
    request.result.createObjectStore('appState', { keyPath: 'key' });
  };
  const db = await done(request).catch((error: unknown) => {
    // A newer app has upgraded it; the tables that this version knows are still there.
    if (error instanceof DOMException && error.name === 'VersionError') return done(indexedDB.open(NAME));
    throw error;
  });
  db.onversionchange = () => onVersionChange(db);
  return db;
}

let opened: PublicStore | null = null;

/** Returns the public store; it opens at the first access. */
export function openPublicStore(): PublicStore {
  opened ??= new PublicStore();
  return opened;
}
