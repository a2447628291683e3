import { setImmediate as untilImmediate } from 'node:timers/promises';
import { LIST_MAX } from './list-lengths.ts';
import type { Db } from './open.ts';
import { lanesOf } from './postgres/writer-lanes.ts';

/** A look-up of one row, or of a few that belong together. */
interface LookUp<Key, Found> {
  readonly one: (db: Db, key: Key) => Promise<Found>;
  /** The same for several keys with different names, in their order. */
  readonly many: (db: Db, keys: readonly Key[]) => Promise<readonly Found[]>;
  /** Keys with the same name find the same. */
  readonly nameOf: (key: Key) => string;
}

/** So long others wait for a query that is under way; after that they do not depend on its connection. */
const WAIT_MAX_MS = 50;

/**
 * Returns a look-up that requests share on PostgreSQL, where each query is a round trip and takes processor time in two
 * processes: those that are asked for in one turn, or while another one is under way, become one query. It begins after
 * each of them was asked for, so what a request finds is as current as with a query of its own. In a transaction, and on
 * SQLite, each is a query of its own.
 */
export function joinedLookUp<Key, Found>(lookUp: LookUp<Key, Found>): LookUp<Key, Found>['one'] {
  const ofDatabases = new WeakMap<object, JoinedLookUps<Key, Found>>();
  return (db, key) => {
    if (lanesOf(db) === undefined) return lookUp.one(db, key);
    const executor = db.getExecutor();
    const joined = ofDatabases.get(executor) ?? new JoinedLookUps(db, lookUp);
    ofDatabases.set(executor, joined);
    return joined.find(key);
  };
}

interface Asked<Key, Found> {
  readonly key: Key;
  readonly found: Promise<Found>;
  readonly resolve: (found: Found) => void;
  readonly reject: (error: unknown) => void;
}

class JoinedLookUps<Key, Found> {
  readonly #db: Db;
  readonly #lookUp: LookUp<Key, Found>;
  readonly #asked = new Map<string, Asked<Key, Found>>();
  #isRunning = false;

  constructor(db: Db, lookUp: LookUp<Key, Found>) {
    this.#db = db;
    this.#lookUp = lookUp;
  }

  find(key: Key): Promise<Found> {
    const name = this.#lookUp.nameOf(key);
    const known = this.#asked.get(name);
    if (known !== undefined) return known.found;
    let resolve: Asked<Key, Found>['resolve'] = () => {};
    let reject: Asked<Key, Found>['reject'] = () => {};
    const found = new Promise<Found>((...settle) => {
      [resolve, reject] = settle;
    });
    this.#asked.set(name, { key, found, resolve, reject });
    if (!this.#isRunning) void this.#runAll();
    return found;
  }

  async #runAll(): Promise<void> {
    this.#isRunning = true;
    await untilImmediate();
    while (this.#asked.size > 0) {
      const names = [...this.#asked.keys()].slice(0, LIST_MAX);
      const group = names.flatMap((name) => this.#asked.get(name) ?? []);
      for (const name of names) this.#asked.delete(name);
      await within(WAIT_MAX_MS, this.#run(group));
    }
    this.#isRunning = false;
  }

  /** Never rejects. */
  async #run(group: readonly Asked<Key, Found>[]): Promise<void> {
    const { one, many } = this.#lookUp;
    const [first, ...others] = group;
    try {
      if (first === undefined) return;
      if (others.length === 0) {
        first.resolve(await one(this.#db, first.key));
        return;
      }
      const found = await many(
        this.#db,
        group.map(({ key }) => key),
      );
      for (const [n, row] of found.entries()) group[n]?.resolve(row);
    } catch (error) {
      for (const { reject } of group) reject(error);
    }
  }
}

/** Resolves when `work` has, or after this time. */
async function within(ms: number, work: Promise<void>): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, ms);
  });
  await Promise.race([work, timeout]);
  clearTimeout(timer);
}
