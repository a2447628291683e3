import type { Logger } from 'pino';
import type { Clock } from '../clock.ts';
import type { Config } from '../config.ts';
import type { Upgrade } from '../db/migrate.ts';
import type { Database } from '../db/open.ts';
import type { PositionNotes } from '../epoch/restore-evidence.ts';
import type { AttemptStore } from '../http/limits/attempt-store.ts';

export interface StorageParts {
  readonly config: Config;
  readonly log: Logger;
  readonly clock: Clock;
  /** Called after each writing transaction of this process. */
  readonly onCommit: () => void;
  /** Called when the database was restored while this process runs. */
  readonly onRestored: (db: Database) => Promise<void>;
}

/** The migrated database, in its epoch, with all that depends on its kind. */
export interface Storage {
  readonly db: Database;
  /** The SQLite file; null on PostgreSQL. */
  readonly databaseFile: string | null;
  readonly attempts: AttemptStore;
  readonly positions: PositionNotes;
  /** The number of the last change. */
  readonly sequence: number;
  /** The upgrade of the database; null without one. */
  readonly upgrade: Upgrade | null;
  close(): Promise<void>;
}
