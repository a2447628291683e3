import type { Logger } from 'pino';
import type { Clock } from '../clock.ts';
import type { Database } from '../db/open.ts';
import { inTransaction } from '../db/transaction.ts';
import { untilNextTurn } from '../turns/next-turn.ts';
import { findDeletedCourse, removePiece } from './queries/remove-deleted-queries.ts';

interface Parts {
  readonly db: Database;
  readonly clock: Clock;
  readonly log: Logger;
}

/**
 * Removes the rows of deleted courses, a piece at a time in a transaction of its own: other requests are served in
 * between. What is left of it is in the database and is removed after the next start.
 */
export class DeletedCourses {
  readonly #parts: Parts;
  #run: Promise<void> | null = null;
  #isRequested = false;
  #isStopped = false;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /** Removes every deleted course. Never rejects: the next call tries again what failed. */
  drain(): Promise<void> {
    this.#isRequested = true;
    this.#run ??= this.#removeRequested().finally(() => {
      this.#run = null;
    });
    return this.#run;
  }

  /** Resolves when the current piece is removed. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    await this.#run;
  }

  /** A course that is deleted during the last look for one is not missed. */
  async #removeRequested(): Promise<void> {
    try {
      while (this.#isRequested && !this.#isStopped) {
        this.#isRequested = false;
        await this.#removeAll();
      }
    } catch (error) {
      this.#parts.log.error({ error: String(error) }, 'a deleted course could not be removed');
    }
  }

  async #removeAll(): Promise<void> {
    const { db, clock } = this.#parts;
    while (!this.#isStopped) {
      const courseId = await findDeletedCourse(db);
      if (courseId === undefined) return;
      await inTransaction(db, (trx) => removePiece(trx, courseId, clock.now().toISOString()));
      await untilNextTurn();
    }
  }
}
