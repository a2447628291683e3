import type pg from 'pg';
import { type IRateLimiterPostgresOptions, RateLimiterPostgres } from 'rate-limiter-flexible';
import { JoinedCalls } from '#sync-server/db/joined-calls.ts';
import type { AttemptStore, LimiterOptions } from './attempt-store.ts';

const TABLE = 'rateLimits';

/** The table of the counters; `migratePostgres` creates it. */
export const CREATE_ATTEMPTS = `create unlogged table if not exists "${TABLE}"
  (key text primary key, points bigint not null default 0, expire bigint)`;

interface Queries {
  query(query: pg.QueryConfig): Promise<pg.QueryResult>;
}

/** Points that are added to a counter. */
interface Counted {
  readonly key: string;
  readonly points: number;
  /** When a counter that begins with them ends. */
  readonly expire: number | null;
}

/**
 * Counts in several counters at once, as the library's statement does in one. All processes lock the counters in the same
 * order, so no two of them wait for each other.
 */
const COUNT = `
  insert into "${TABLE}" (key, points, expire)
  select key, points, expire from json_to_recordset($1::json) as asked(key text, points bigint, expire bigint)
  order by key collate "C"
  on conflict (key) do update set
    points = case when "${TABLE}".expire <= $2 then excluded.points else "${TABLE}".points + excluded.points end,
    expire = case when "${TABLE}".expire <= $2 then excluded.expire else "${TABLE}".expire end
  returning key, points, expire`;

type CountedResult = Pick<pg.QueryResult<Counted>, 'rows'>;

/** The counters of one limit; those of all limits that are counted at the same moment share a statement. */
class JoinedLimiter extends RateLimiterPostgres {
  readonly #counts: JoinedCalls<Counted, CountedResult>;

  constructor(options: IRateLimiterPostgresOptions, counts: JoinedCalls<Counted, CountedResult>) {
    super(options);
    this.#counts = counts;
  }

  /** The library calls this for each count. */
  _upsert(key: string, points: number, msDuration: number): Promise<CountedResult> {
    return this.#counts.call({ key, points, expire: msDuration > 0 ? Date.now() + msDuration : null });
  }
}

/** Counts the attempts of all processes together. */
export class PostgresAttempts implements AttemptStore {
  readonly #pool: pg.Pool;
  /** Without the names of the library's statements: a pooler gives the next one another session, which knows none. */
  readonly #client: Queries;
  readonly #counts = new JoinedCalls<Counted, CountedResult>({
    run: (counted) => this.#countAll(counted),
    nameOf: ({ key }) => key,
  });

  constructor(pool: pg.Pool) {
    this.#pool = pool;
    this.#client = { query: ({ text, values }) => pool.query(text, values) };
  }

  limiterOf(options: LimiterOptions): RateLimiterPostgres {
    const store = {
      ...{ storeClient: this.#client, storeType: 'pool', tableName: TABLE },
      ...{ tableCreated: true, clearExpiredByTimeout: false },
    };
    return new JoinedLimiter({ ...options, ...store }, this.#counts);
  }

  async #countAll(counted: readonly Counted[]): Promise<CountedResult[]> {
    try {
      return await this.#count(counted);
    } catch (error) {
      if (counted.length === 1) throw error;
      // The sweep may hold one of the counters and wait for another.
      return (await Promise.all(counted.map((one) => this.#count([one])))).flat();
    }
  }

  async #count(counted: readonly Counted[]): Promise<CountedResult[]> {
    const values = [JSON.stringify(counted), Date.now()];
    const { rows } = await this.#pool.query<Counted>(COUNT, values);
    const byKey = new Map(rows.map((row) => [row.key, row]));
    return counted.map(({ key }) => {
      const row = byKey.get(key);
      return { rows: row === undefined ? [] : [row] };
    });
  }

  async sweep(nowMs: number): Promise<void> {
    await this.#pool.query(`delete from "${TABLE}" where expire < $1`, [nowMs]);
  }

  /** The pool is closed with the database. */
  async close(): Promise<void> {}
}
