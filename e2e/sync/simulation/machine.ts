import { vi } from 'vitest';
import { createRandom, type Random } from '../random.ts';

/** What the modules of one machine take for the platform's globals. */
export type Globals = Readonly<Record<string, unknown>>;

/** Loads modules for a machine, which has them for itself. Machines load one after the other. */
export async function loadFor<T>(globals: Globals, load: () => Promise<T>): Promise<T> {
  vi.resetModules();
  const own: object = Object.create(globalThis, Object.getOwnPropertyDescriptors(globals));
  Object.defineProperty(own, 'globalThis', { value: own });
  Object.assign(globalThis, { thisMachine: own });
  try {
    return await load();
  } finally {
    Object.assign(globalThis, { thisMachine: undefined });
  }
}

/** Ids in the order in which a machine makes them, as the app and the server make theirs, out of a seed. */
export class Ids {
  readonly #now: () => number;
  #random: Random = createRandom(0);
  #lastMs = 0;
  #count = 0;

  constructor(now: () => number) {
    this.#now = now;
  }

  /** Begins anew. */
  reset(seed: number): void {
    this.#random = createRandom(seed);
    this.#lastMs = 0;
    this.#count = 0;
  }

  /** Stands in for `uuid`. */
  readonly instead = async (original: () => Promise<typeof import('uuid')>) => {
    const uuid = await original();
    const rng = () => Uint8Array.from({ length: 16 }, () => this.#random.below(256));
    const v7 = () => {
      this.#lastMs = Math.max(this.#lastMs, this.#now());
      this.#count += 1;
      return uuid.v7({ rng, msecs: this.#lastMs, seq: this.#count });
    };
    return { ...uuid, v7 };
  };
}
