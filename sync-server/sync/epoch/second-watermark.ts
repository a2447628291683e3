import type Sqlite from 'better-sqlite3';
import * as v from 'valibot';
import { Watermark } from './watermark.ts';

const TABLE = 'watermark';

/**
 * A second copy of the watermark, in the database of the rate limits: an operator who restores `watermark.json`
 * together with the database does not restore the counters of attempts.
 */
export class SecondWatermark {
  readonly #database: Sqlite.Database;

  constructor(database: Sqlite.Database) {
    this.#database = database;
    database.exec(
      `create table if not exists ${TABLE} (one integer primary key check (one = 1), epoch text not null, sequence integer not null)`,
    );
  }

  /** Null when it was never written, or the file was deleted. */
  read(): Watermark | null {
    const result = v.safeParse(
      Watermark,
      this.#database.prepare(`select epoch, sequence from ${TABLE}`).get(),
    );
    return result.success ? result.output : null;
  }

  write({ epoch, sequence }: Watermark): void {
    this.#database
      .prepare(`insert or replace into ${TABLE} (one, epoch, sequence) values (1, ?, ?)`)
      .run(epoch, sequence);
  }
}
