import type { Logger } from 'pino';
import type { Clock } from '../clock.ts';
import type { Database } from '../db/open.ts';
import type { DatabaseIdentity } from '../epoch/database-identity.ts';
import type { PositionNotes } from '../epoch/restore-evidence.ts';
import { ensureEpoch } from './ensure-epoch.ts';

interface Parts {
  readonly db: Database;
  readonly clock: Clock;
  readonly log: Logger;
  readonly evidence: DatabaseIdentity;
  /** Called once the epoch after a restore, or after a failover that lost nothing, has been decided. */
  readonly onRestored: (db: Database) => Promise<void>;
}

/**
 * A PostgreSQL database needs no note of its position: its cluster says when it was restored. It may do so while this
 * process runs, when a replica takes over: commits that had not reached the replica are missing then. While it runs, the
 * process remembers what it saw, by which it knows that nothing is missing.
 */
export class ClusterWatch implements PositionNotes {
  readonly #parts: Parts;
  /** Whether `onRestored` is still to be called, or has failed. */
  #isRestored = false;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  write(): Promise<void> {
    return this.retry();
  }

  async retry(): Promise<void> {
    const { db, clock, log, evidence, onRestored } = this.#parts;
    try {
      if (await evidence.hasMoved(db)) {
        await ensureEpoch({ db, log, evidence, now: clock.now() });
        this.#isRestored = true;
      }
      if (!this.#isRestored) return;
      await onRestored(db);
      this.#isRestored = false;
    } catch (error) {
      log.error(
        { error: String(error) },
        'the identity of the database could not be read; it is tried again',
      );
    }
  }
}
