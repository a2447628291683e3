import Database from 'better-sqlite3';
import { RateLimiterSQLite } from 'rate-limiter-flexible';
import type { AttemptStore, LimiterOptions } from './attempt-store.ts';

const TABLE = 'rateLimits';

/**
 * Counts attempts in a small separate database: a flood of guesses never waits for, or delays, the writes of learners.
 */
export class SqliteAttempts implements AttemptStore {
  readonly #database: Database.Database;
  readonly #client: PreparingClient;

  constructor(database: Database.Database) {
    this.#database = database;
    this.#client = new PreparingClient(database);
  }

  limiterOf(options: LimiterOptions): RateLimiterSQLite {
    return new RateLimiterSQLite({
      ...options,
      storeClient: this.#client,
      storeType: 'better-sqlite3',
      tableName: TABLE,
      tableCreated: true,
    });
  }

  async sweep(nowMs: number): Promise<void> {
    this.#database.prepare(`delete from ${TABLE} where expire < ?`).run(nowMs);
  }

  async close(): Promise<void> {
    this.#database.close();
  }
}

/**
 * Keeps the limiter's prepared statements. The limiter prepares one for each attempt, which takes longer than running it,
 * and begins a transaction for a single statement.
 */
class PreparingClient {
  readonly #database: Database.Database;
  readonly #statements = new Map<string, Database.Statement>();

  constructor(database: Database.Database) {
    this.#database = database;
  }

  prepare(sql: string): Database.Statement {
    const statement = this.#statements.get(sql) ?? this.#database.prepare(sql);
    this.#statements.set(sql, statement);
    return statement;
  }

  /** A statement that is not in a transaction is one. */
  transaction<T>(work: () => T): () => T {
    return work;
  }
}

/** Opens (or creates) the database of the counters. */
export function openLimitsDatabase(file: string): Database.Database {
  const database = new Database(file, { timeout: 5_000 });
  database.pragma('journal_mode = WAL');
  database.pragma('synchronous = NORMAL');
  database.exec(
    `create table if not exists ${TABLE} (key text primary key, points integer not null default 0, expire integer)`,
  );
  return database;
}
