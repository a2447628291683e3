import { vi } from 'vitest';
import { renewMutant } from '#e2e/sync/mutants/with-mutant.ts';
import { createRandom, type Random } from '#e2e/sync/testing/random.ts';

/** The platform globals of the modules of one machine. */
export type Globals = Readonly<Record<string, unknown>>;

/** Loads a machine's own instance of the modules. Machines load one after the other. */
export async function loadFor<T>(globals: Globals, load: () => Promise<T>): Promise<T> {
  vi.resetModules();
  renewMutant();
  const own: object = Object.create(globalThis, Object.getOwnPropertyDescriptors(globals));
  Object.defineProperty(own, 'globalThis', { value: own });
  Object.assign(globalThis, { thisMachine: own });
  try {
    return await load();
  } finally {
    Object.assign(globalThis, { thisMachine: undefined });
  }
}

/**
 * Ids in the order in which a machine creates them, generated from a seed in place of those of the app and
 * the server.
 */
export class Ids {
  readonly #now: () => number;
  #random: Random = createRandom(0);
  #lastMs = 0;
  #count = 0;

  constructor(now: () => number) {
    this.#now = now;
  }

  /** Resets the sequence. */
  reset(seed: number): void {
    this.#random = createRandom(seed);
    this.#lastMs = 0;
    this.#count = 0;
  }

  /** Replaces `uuid`. */
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
