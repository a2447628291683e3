import type { Logger } from 'pino';
import type { Clock } from '../clock.ts';
import type { Database } from '../db/open.ts';
import { inTransaction } from '../db/transaction.ts';
import { hasNotices, notifyNext } from '../trash/notice-queries.ts';
import { beginDuePurges } from '../trash/trash-queries.ts';
import { untilNextTurn } from '../turns/next-turn.ts';
import { findDeletedCourse, removePiece } from './queries/remove-deleted-queries.ts';

interface Parts {
  readonly db: Database;
  readonly clock: Clock;
  readonly log: Logger;
}

/**
 * The work that a deletion or a restoration of a course has left: notifying its learners, and removing its rows when its
 * time in the trash is over. A piece at a time in a transaction of its own: other requests are served in between. What is
 * left of it is in the database and is done after the next start.
 */
export class DeletedCourses {
  readonly #parts: Parts;
  #run: Promise<void> | null = null;
  #isRequested = false;
  #isStopped = false;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /** Does all that is left. Never rejects: the next call tries again what failed. */
  drain(): Promise<void> {
    this.#isRequested = true;
    this.#run ??= this.#workRequested().finally(() => {
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
  async #workRequested(): Promise<void> {
    try {
      while (this.#isRequested && !this.#isStopped) {
        this.#isRequested = false;
        await this.#workOff();
      }
    } catch (error) {
      this.#parts.log.error({ error: String(error) }, 'a deleted course could not be removed');
    }
  }

  async #workOff(): Promise<void> {
    const { db, clock } = this.#parts;
    const now = () => clock.now().toISOString();
    await beginDuePurges(db, now());
    while (!this.#isStopped) {
      if (await hasNotices(db)) {
        await inTransaction(db, (trx) => notifyNext(trx, now()));
      } else {
        const courseId = await findDeletedCourse(db);
        if (courseId === undefined) return;
        await inTransaction(db, (trx) => removePiece(trx, courseId));
      }
      await untilNextTurn();
    }
  }
}
