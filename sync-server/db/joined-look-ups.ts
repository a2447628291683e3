import { JoinedCalls } from './joined-calls.ts';
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

/** Look-ups of one key that have not begun share one. */
class JoinedLookUps<Key, Found> {
  readonly #nameOf: LookUp<Key, Found>['nameOf'];
  readonly #calls: JoinedCalls<Key, Found>;
  readonly #asked = new Map<string, Promise<Found>>();

  constructor(db: Db, { one, many, nameOf }: LookUp<Key, Found>) {
    this.#nameOf = nameOf;
    this.#calls = new JoinedCalls({
      nameOf,
      run: async (keys) => {
        for (const key of keys) this.#asked.delete(nameOf(key));
        const [first, ...others] = keys;
        return first === undefined || others.length > 0 ? many(db, keys) : [await one(db, first)];
      },
    });
  }

  find(key: Key): Promise<Found> {
    const name = this.#nameOf(key);
    const found = this.#asked.get(name) ?? this.#calls.call(key);
    this.#asked.set(name, found);
    return found;
  }
}
