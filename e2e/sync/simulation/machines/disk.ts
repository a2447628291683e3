import { IDBDatabase, IDBFactory, IDBObjectStore } from 'fake-indexeddb';
import { Commits } from './live-query.ts';

/** The rows of each table of a database. */
type Rows = ReadonlyMap<string, readonly unknown[]>;

/** The rows of each database. */
export type Contents = ReadonlyMap<string, Rows>;

const NO_ROWS: Rows = new Map();

/** The storage of a device's databases; it may be full. */
export class Disk {
  readonly databases = new IDBFactory();
  readonly commits = new Commits();
  /** After this many more writes, one write fails as on a full disk. */
  writesUntilFull = Number.POSITIVE_INFINITY;
  readonly #connections = new Map<string, IDBDatabase>();
  /** The contents of each database after its last {@link replace}. */
  readonly #replaced = new Map<string, Rows>();
  /** The tables of each database that a transaction could have written since. */
  readonly #written = new Map<string, Set<string>>();

  constructor() {
    const open = this.databases.open.bind(this.databases);
    this.databases.open = (...args) => {
      const request = open(...args);
      const note = () => disks.set(request.result, this);
      request.addEventListener('upgradeneeded', note);
      request.addEventListener('success', note);
      return request;
    };
  }

  write(): void {
    this.writesUntilFull -= 1;
    if (this.writesUntilFull > 0) return;
    this.writesUntilFull = Number.POSITIVE_INFINITY;
    throw new DOMException('The disk is full', 'QuotaExceededError');
  }

  noteWritable(database: string, tables: readonly string[]): void {
    this.#written.set(database, new Set([...(this.#written.get(database) ?? []), ...tables]));
  }

  /** @param isWanted by the name of a database */
  async read(isWanted = (_name: string) => true): Promise<Contents> {
    const databases = new Map<string, Map<string, unknown[]>>();
    for (const [name, connection] of await this.#connect()) {
      if (!isWanted(name)) continue;
      const tables = [...connection.objectStoreNames];
      const transaction = connection.transaction(tables);
      const rows = tables.map(async (table) => {
        return [table, await done(transaction.objectStore(table).getAll())] as const;
      });
      databases.set(name, new Map(await Promise.all(rows)));
    }
    return databases;
  }

  /**
   * Replaces the contents of all existing databases while other connections have them open. Tables that have the
   * wanted contents are left alone: a run uses few of the users' databases.
   */
  async replace(contents: Contents): Promise<void> {
    this.writesUntilFull = Number.POSITIVE_INFINITY;
    for (const [name, connection] of await this.#connect()) {
      const rows = contents.get(name) ?? NO_ROWS;
      const tables = [...connection.objectStoreNames].filter((table) => !this.#has(name, table, rows));
      if (tables.length > 0) await refill(connection, tables, rows);
      this.#replaced.set(name, rows);
      this.#written.delete(name);
    }
  }

  /** Lets go of a database that is about to be deleted; its next contents are unknown. */
  release(name: string): void {
    this.#connections.get(name)?.close();
    this.#connections.delete(name);
    this.#replaced.delete(name);
  }

  /** Deletes all databases. No page has a transaction under way. */
  async deleteAll(): Promise<void> {
    for (const { name } of await this.databases.databases()) {
      if (name === undefined) continue;
      this.release(name);
      await done(this.databases.deleteDatabase(name));
    }
  }

  /** Whether a table has its rows among these. */
  #has(database: string, table: string, rows: Rows): boolean {
    const last = this.#replaced.get(database);
    if (last === undefined || this.#written.get(database)?.has(table)) return false;
    return last === rows || (!last.get(table)?.length && !rows.get(table)?.length);
  }

  async #connect(): Promise<ReadonlyMap<string, IDBDatabase>> {
    for (const { name } of await this.databases.databases()) {
      if (name === undefined || this.#connections.has(name)) continue;
      const connection = await done(this.databases.open(name));
      // A page may still have to upgrade the store that an older one has left.
      connection.addEventListener('versionchange', () => this.release(name));
      this.#connections.set(name, connection);
    }
    return this.#connections;
  }
}

async function refill(connection: IDBDatabase, tables: readonly string[], rows: Rows): Promise<void> {
  const transaction = connection.transaction(tables, 'readwrite');
  for (const table of tables) {
    const store = transaction.objectStore(table);
    store.clear();
    for (const row of rows.get(table) ?? []) store.put(row);
  }
  await new Promise<unknown>((resolve) => {
    transaction.oncomplete = resolve;
  });
}

interface Request<T> {
  readonly result: T;
  onsuccess: unknown;
}

function done<T>(request: Request<T>): Promise<T> {
  return new Promise((resolve) => {
    request.onsuccess = () => resolve(request.result);
  });
}

/** By connection. */
const disks = new WeakMap<object, Disk>();

/** Fails a write as browsers do on a full disk, notes which tables may have been written, and reports every commit. */
export function letDisksFill(): void {
  const { transaction } = IDBDatabase.prototype;
  IDBDatabase.prototype.transaction = function (tables, mode, ...options) {
    const named = typeof tables === 'string' ? [tables] : [...tables];
    const started = transaction.call(this, tables, mode, ...options);
    if (mode === 'readwrite') {
      disks.get(this)?.noteWritable(this.name, named);
      started.addEventListener('complete', () => disks.get(this)?.commits.emit());
    }
    return started;
  };
  const { put, add } = IDBObjectStore.prototype;
  IDBObjectStore.prototype.put = function (...args) {
    disks.get(this.transaction.db)?.write();
    return put.apply(this, args);
  };
  IDBObjectStore.prototype.add = function (...args) {
    disks.get(this.transaction.db)?.write();
    return add.apply(this, args);
  };
}
