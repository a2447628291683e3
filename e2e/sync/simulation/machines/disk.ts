import { IDBFactory, IDBObjectStore } from 'fake-indexeddb';

/** The rows of each table of each database. */
export type Contents = ReadonlyMap<string, ReadonlyMap<string, readonly unknown[]>>;

/** The storage of a device's databases; it may be full. */
export class Disk {
  readonly databases = new IDBFactory();
  /** After this many more writes, one write fails as on a full disk. */
  writesUntilFull = Number.POSITIVE_INFINITY;
  readonly #connections = new Map<string, IDBDatabase>();

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

  async read(): Promise<Contents> {
    const databases = new Map<string, Map<string, unknown[]>>();
    for (const [name, connection] of await this.#connect()) {
      const tables = [...connection.objectStoreNames];
      const transaction = connection.transaction(tables);
      const rows = tables.map(async (table) => {
        return [table, await done(transaction.objectStore(table).getAll())] as const;
      });
      databases.set(name, new Map(await Promise.all(rows)));
    }
    return databases;
  }

  /** Replaces the contents of all existing databases while other connections have them open. */
  async replace(contents: Contents): Promise<void> {
    this.writesUntilFull = Number.POSITIVE_INFINITY;
    for (const [name, connection] of await this.#connect()) {
      const tables = [...connection.objectStoreNames];
      const transaction = connection.transaction(tables, 'readwrite');
      for (const table of tables) {
        const store = transaction.objectStore(table);
        store.clear();
        for (const row of contents.get(name)?.get(table) ?? []) store.put(row);
      }
      await new Promise<unknown>((resolve) => {
        transaction.oncomplete = resolve;
      });
    }
  }

  async #connect(): Promise<ReadonlyMap<string, IDBDatabase>> {
    for (const { name } of await this.databases.databases()) {
      if (name === undefined || this.#connections.has(name)) continue;
      this.#connections.set(name, await done(this.databases.open(name)));
    }
    return this.#connections;
  }
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

/** Fails a write as browsers do on a full disk. */
export function letDisksFill(): void {
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
