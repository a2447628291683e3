import { done, finished } from '#pwa/device/indexed-db.ts';
import type { Disk } from '../machines/disk.ts';

const TABLES = ['outbox', 'progress', 'drafts', 'state'] as const;
type Tables = Readonly<Record<(typeof TABLES)[number], IDBObjectStore>>;

/** The connection of an older page to the store of its user. */
export class OlderConnection {
  readonly #disk: Disk;
  /** Pending while it opens a store again that a newer page has upgraded. */
  #database: Promise<IDBDatabase>;
  #isClosed = false;

  constructor(disk: Disk, database: IDBDatabase) {
    this.#disk = disk;
    this.#database = Promise.resolve(database);
  }

  /** From now on it closes for a newer page, and opens the upgraded store for what is done next. */
  async yieldToNewer(): Promise<void> {
    const database = await this.#database;
    database.onversionchange = () => {
      database.close();
      if (!this.#isClosed) this.#database = done(this.#disk.databases.open(database.name));
    };
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    (await this.#database).close();
  }

  /** Runs one transaction. */
  async write<T>(work: (tables: Tables) => Promise<T>): Promise<T> {
    const transaction = (await this.#database).transaction(TABLES, 'readwrite');
    const ended = finished(transaction);
    // It rejects first where a write fails.
    ended.catch(() => undefined);
    const table = (name: keyof Tables) => transaction.objectStore(name);
    const result = await work({
      ...{ outbox: table('outbox'), progress: table('progress') },
      ...{ drafts: table('drafts'), state: table('state') },
    });
    await ended;
    return result;
  }
}
