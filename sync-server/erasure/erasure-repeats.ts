import type { Logger } from 'pino';
import type { Clock } from '../clock.ts';
import type { Database } from '../db/open.ts';
import { applyErasures } from './erase-account.ts';
import type { Erasures } from './erasures.ts';

const REPEAT_MS = 10_000;

interface Parts {
  readonly clock: Clock;
  readonly log: Logger;
  readonly erasures: Erasures;
}

/**
 * Deletes accounts that were deleted before and are there again, until it succeeds: the database may be locked, or its
 * disk full, at the moment of a restore. Meanwhile their sign-ins are refused, because {@link Erasures} has their ids.
 */
export class ErasureRepeats {
  readonly #parts: Parts;
  /** The database whose erasures are to be repeated; null: none failed. */
  #due: Database | null = null;
  #running: Promise<unknown> = Promise.resolve();
  #timer: NodeJS.Timeout | undefined;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  start(): void {
    this.#timer ??= setInterval(() => void this.retry(), REPEAT_MS).unref();
  }

  /** Waits for what is running. */
  async stop(): Promise<void> {
    clearInterval(this.#timer);
    this.#timer = undefined;
    await this.#running;
  }

  /** Rejects if an account could not be deleted; the log says so, and it is repeated. */
  apply(db: Database): Promise<void> {
    const run = this.#running.then(() => this.#apply(db));
    this.#running = run.catch(() => {});
    return run;
  }

  /** Like {@link apply}, but never rejects. */
  async applyOrRepeat(db: Database): Promise<void> {
    await this.apply(db).catch(() => {});
  }

  /** After an erasure that was recorded has failed: the next repetition finishes it. */
  repeat(db: Database): void {
    this.#due = db;
  }

  /** Repeats what has failed. Never rejects. Called every ten seconds. */
  async retry(): Promise<void> {
    if (this.#due !== null) await this.applyOrRepeat(this.#due);
  }

  async #apply(db: Database): Promise<void> {
    const { clock, log, erasures } = this.#parts;
    this.#due = db;
    try {
      const erased = await applyErasures({ db, clock, erasures });
      this.#due = null;
      if (erased > 0)
        log.warn({ erased }, 'accounts that were deleted before the restore were deleted again');
    } catch (error) {
      log.error(
        { error: String(error) },
        'accounts that their users deleted could not be deleted again; nobody can sign in to them, and it is repeated',
      );
      throw error;
    }
  }
}
