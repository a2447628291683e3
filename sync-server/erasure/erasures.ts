import { closeSync, existsSync, fsyncSync, openSync, readFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import * as v from 'valibot';
import { Id, Instant } from '#schema/id.ts';
import type { Config } from '../config.ts';

/** Its name in the data folder. */
const ERASURES_FILE = 'erasures.jsonl';

const Line = v.pipe(v.string(), v.parseJson(), v.object({ userId: Id, erasedAt: Instant }));

export interface Erasure {
  readonly userId: string;
  /** ISO time. */
  readonly erasedAt: string;
}

/**
 * The accounts that were deleted, in a file beside the database: no backup contains it, and a restore does not replace
 * it. One JSON line each, with nothing but the id and the time. The file only grows.
 */
export class Erasures {
  readonly #file: string;
  readonly #known = new Map<string, Erasure>();

  constructor({ dataFolder, erasuresFile }: Pick<Config, 'dataFolder' | 'erasuresFile'>) {
    this.#file = erasuresFile ?? join(dataFolder, ERASURES_FILE);
    this.#load();
  }

  /** With those that other processes have appended since. */
  list(): readonly Erasure[] {
    this.#load();
    return [...this.#known.values()];
  }

  has(userId: string): boolean {
    return this.#known.has(userId);
  }

  /** The line is on the disk when this returns, so an account that was deleted after it stays deleted. */
  append(erasure: Erasure): void {
    if (this.has(erasure.userId)) return;
    const text = this.#read();
    const start = text === '' || text.endsWith('\n') ? '' : '\n';
    const descriptor = openSync(this.#file, 'a', 0o600);
    try {
      writeSync(descriptor, `${start}${JSON.stringify(erasure)}\n`);
      fsyncSync(descriptor);
    } finally {
      closeSync(descriptor);
    }
    this.#known.set(erasure.userId, erasure);
  }

  #load(): void {
    for (const line of this.#read().split('\n')) {
      // A line that was being written when the power failed; its request had no reply.
      const erasure = v.safeParse(Line, line);
      if (erasure.success) this.#known.set(erasure.output.userId, erasure.output);
    }
  }

  #read(): string {
    return existsSync(this.#file) ? readFileSync(this.#file, 'utf8') : '';
  }
}
