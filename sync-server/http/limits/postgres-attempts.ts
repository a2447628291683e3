import type pg from 'pg';
import { RateLimiterPostgres } from 'rate-limiter-flexible';
import { ATTEMPTS_TABLE } from '#sync-server/db/postgres/own-tables.ts';
import type { AttemptStore, LimiterOptions } from './attempt-store.ts';

interface Queries {
  query(query: pg.QueryConfig): Promise<pg.QueryResult>;
}

/** Counts the attempts of all processes together. */
export class PostgresAttempts implements AttemptStore {
  readonly #pool: pg.Pool;
  /** Without the names of the library's statements: a pooler gives the next one another session, which knows none. */
  readonly #client: Queries;
  constructor(pool: pg.Pool) {
    this.#pool = pool;
    this.#client = { query: ({ text, values }) => pool.query(text, values) };
  }

  limiterOf(options: LimiterOptions): RateLimiterPostgres {
    return new RateLimiterPostgres({
      ...options,
      ...{ storeClient: this.#client, storeType: 'pool', tableName: ATTEMPTS_TABLE },
      ...{ tableCreated: true, clearExpiredByTimeout: false },
    });
  }

  async sweep(nowMs: number): Promise<void> {
    await this.#pool.query(`delete from "${ATTEMPTS_TABLE}" where expire < $1`, [nowMs]);
  }

  /** The pool is closed with the database. */
  async close(): Promise<void> {}
}
