import { setImmediate as untilImmediate } from 'node:timers/promises';
import { LIST_MAX } from './list-lengths.ts';

interface Joined<Key, Found> {
  /** Runs several calls at once; the results are in the order of the keys, whose names differ. */
  readonly run: (keys: readonly Key[]) => Promise<readonly Found[]>;
  readonly nameOf: (key: Key) => string;
}

interface Call<Key, Found> {
  readonly key: Key;
  readonly resolve: (found: Found) => void;
  readonly reject: (error: unknown) => void;
}

/** So long others wait for a statement that is under way; after that they do not depend on its connection. */
const WAIT_MAX_MS = 50;

/**
 * Calls that share statements of PostgreSQL: those that are made in one turn of the event loop, or while others are under
 * way, become one. A statement begins after each of its calls was made.
 */
export class JoinedCalls<Key, Found> {
  readonly #joined: Joined<Key, Found>;
  #waiting: Call<Key, Found>[] = [];
  #isRunning = false;

  constructor(joined: Joined<Key, Found>) {
    this.#joined = joined;
  }

  call(key: Key): Promise<Found> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ key, resolve, reject });
      if (!this.#isRunning) void this.#runAll();
    });
  }

  async #runAll(): Promise<void> {
    this.#isRunning = true;
    await untilImmediate();
    while (this.#waiting.length > 0) await within(WAIT_MAX_MS, this.#run(this.#takeGroup()));
    this.#isRunning = false;
  }

  /** The first call of each name. */
  #takeGroup(): Call<Key, Found>[] {
    const group = new Map<string, Call<Key, Found>>();
    const others: Call<Key, Found>[] = [];
    for (const call of this.#waiting) {
      const name = this.#joined.nameOf(call.key);
      if (group.size < LIST_MAX && !group.has(name)) group.set(name, call);
      else others.push(call);
    }
    this.#waiting = others;
    return [...group.values()];
  }

  /** Never rejects. */
  async #run(group: readonly Call<Key, Found>[]): Promise<void> {
    try {
      const found = await this.#joined.run(group.map(({ key }) => key));
      for (const [n, result] of found.entries()) group[n]?.resolve(result);
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
