import Database from 'better-sqlite3';
import { RateLimiterRes, RateLimiterSQLite } from 'rate-limiter-flexible';
import { ApiError } from './api-error.ts';

const MINUTE_SECONDS = 60;
const TABLE = 'rateLimits';

/**
 * What is limited, and how far. Only what failed stays counted, except sign-ups. A classroom behind one
 * address must get through, and nobody can be locked out by strangers: tries on an account are counted
 * together with the address they come from.
 */
const limits = {
  loginByAccount: { points: 10, duration: 15 * MINUTE_SECONDS },
  loginByAddress: { points: 200, duration: 15 * MINUTE_SECONDS },
  registerByAddress: { points: 120, duration: 60 * MINUTE_SECONDS },
  activationByUser: { points: 15, duration: 15 * MINUTE_SECONDS },
  activationByAddress: { points: 120, duration: 15 * MINUTE_SECONDS },
  recoveryByAddress: { points: 60, duration: 60 * MINUTE_SECONDS },
  recoveryByAccountAndAddress: { points: 10, duration: 6 * 60 * MINUTE_SECONDS },
  recoveryByAccount: { points: 60, duration: 24 * 60 * MINUTE_SECONDS },
  resetCodeByAddress: { points: 100, duration: 15 * MINUTE_SECONDS },
  resetCodeByAccountAndAddress: { points: 10, duration: 15 * MINUTE_SECONDS },
  resetTokenByAddress: { points: 60, duration: 15 * MINUTE_SECONDS },
  passwordByUser: { points: 10, duration: 15 * MINUTE_SECONDS },
  profileByUser: { points: 60, duration: 60 * MINUTE_SECONDS },
  supportByAddress: { points: 30, duration: 60 * MINUTE_SECONDS },
  uploadByUser: { points: 300, duration: 60 * MINUTE_SECONDS },
} as const;
type LimitName = keyof typeof limits;
const limitNames: readonly LimitName[] = Object.keys(limits).filter(isLimitName);

/** One counter: which limit, and whose. */
export interface Limited {
  readonly limit: LimitName;
  readonly key: string;
}

/**
 * Counts tries, across restarts, in a small database of its own: a flood of guesses never waits for, or
 * delays, what learners write. Tries are counted before they are judged, so a burst cannot slip through.
 */
export class RateLimits {
  readonly #database: Database.Database;
  readonly #limiters: ReadonlyMap<LimitName, RateLimiterSQLite>;

  constructor(file: string) {
    this.#database = new Database(file, { timeout: 5_000 });
    this.#database.pragma('journal_mode = WAL');
    this.#database.pragma('synchronous = NORMAL');
    this.#database.exec(
      `create table if not exists ${TABLE} (key text primary key, points integer not null default 0, expire integer)`,
    );
    const limiter = (name: LimitName) =>
      new RateLimiterSQLite({
        ...limits[name],
        keyPrefix: name,
        storeClient: this.#database,
        storeType: 'better-sqlite3',
        tableName: TABLE,
        tableCreated: true,
      });
    this.#limiters = new Map(limitNames.map((name) => [name, limiter(name)]));
  }

  /** Counts a try on each counter. Throws ApiError 429 with Retry-After when one is used up. */
  async consume(counters: readonly Limited[]): Promise<void> {
    for (const { limit, key } of counters) {
      try {
        await this.#limiter(limit).consume(key);
      } catch (refusal) {
        if (!(refusal instanceof RateLimiterRes)) throw refusal;
        const seconds = Math.max(1, Math.ceil(refusal.msBeforeNext / 1_000));
        throw new ApiError('too_many_requests', { headers: { 'Retry-After': String(seconds) } });
      }
    }
  }

  /** Takes a try back: it was the right password, or a code that unlocked. */
  async forgive(counters: readonly Limited[]): Promise<void> {
    for (const { limit, key } of counters) await this.#limiter(limit).reward(key);
  }

  /** Forgets all tries: whoever was counted has proved to be the one they say. */
  async clear(counters: readonly Limited[]): Promise<void> {
    for (const { limit, key } of counters) await this.#limiter(limit).delete(key);
  }

  #limiter(name: LimitName): RateLimiterSQLite {
    const limiter = this.#limiters.get(name);
    if (limiter === undefined) throw new Error(`There is no limit ${name}`);
    return limiter;
  }

  /** Removes counters whose time is over. */
  sweep(): void {
    this.#database.prepare(`delete from ${TABLE} where expire < ?`).run(Date.now());
  }

  close(): void {
    this.#database.close();
  }
}

function isLimitName(name: string): name is LimitName {
  return name in limits;
}
