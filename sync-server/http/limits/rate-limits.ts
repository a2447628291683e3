import type { Logger } from 'pino';
import { RateLimiterMemory, RateLimiterRes, type RateLimiterStoreAbstract } from 'rate-limiter-flexible';
import {
  ADMIN_BYTES_PER_DAY,
  ADMIN_BYTES_PER_MINUTE,
  KEYED_WRITES_PER_DAY,
  KEYED_WRITES_PER_MINUTE,
  LEARNER_BYTES_PER_DAY,
  LEARNER_BYTES_PER_MINUTE,
} from '#schema/limits.ts';
import { isDiskFull, unlessDiskFull } from '#sync-server/disk-full.ts';
import { ApiError } from '../reply/api-error.ts';
import type { AttemptStore } from './attempt-store.ts';
import { ReservedPoints } from './reserved-points.ts';

const MINUTE_SECONDS = 60;
const DAY_SECONDS = 24 * 60 * MINUTE_SECONDS;

/**
 * The limits. Only failed attempts stay counted, except sign-ups. A classroom behind one address must be able
 * to sign in, and strangers must not lock out a user: attempts on an account are counted per account and
 * address.
 */
const limits = {
  loginByAccount: { points: 10, duration: 15 * MINUTE_SECONDS },
  loginByAddress: { points: 200, duration: 15 * MINUTE_SECONDS },
  registerByAddress: { points: 120, duration: 60 * MINUTE_SECONDS },
  activationByUser: { points: 15, duration: 15 * MINUTE_SECONDS },
  activationByAddress: { points: 120, duration: 15 * MINUTE_SECONDS },
  recoveryByAddress: { points: 60, duration: 60 * MINUTE_SECONDS },
  recoveryByAccountAndAddress: { points: 10, duration: 6 * 60 * MINUTE_SECONDS },
  recoveryByAccount: { points: 30, duration: DAY_SECONDS },
  recoveryByKnownAccount: { points: 10, duration: DAY_SECONDS },
  resetCodeByAddress: { points: 100, duration: 15 * MINUTE_SECONDS },
  resetCodeByAccountAndAddress: { points: 10, duration: 15 * MINUTE_SECONDS },
  resetCodeByAccount: { points: 20, duration: DAY_SECONDS },
  resetCodeByKnownAccount: { points: 10, duration: DAY_SECONDS },
  resetTokenByAddress: { points: 60, duration: 15 * MINUTE_SECONDS },
  passwordByUser: { points: 10, duration: 15 * MINUTE_SECONDS },
  // Only users who know the password get this far, so strangers cannot use these up.
  secondFactorByUser: { points: 10, duration: 15 * MINUTE_SECONDS },
  secondFactorByUserInADay: { points: 60, duration: 24 * 60 * MINUTE_SECONDS },
  // Each reads all of the user's rows twice.
  personalDataByUser: { points: 10, duration: 60 * MINUTE_SECONDS },
  profileByUser: { points: 60, duration: 60 * MINUTE_SECONDS },
  supportMailByRecipient: { points: 3, duration: DAY_SECONDS },
  supportByAddress: { points: 30, duration: 60 * MINUTE_SECONDS },
  // Only messages that no shop signed, and calls without a valid key, stay counted.
  shopByAddress: { points: 120, duration: MINUTE_SECONDS },
  apiKeyByAddress: { points: 60, duration: 15 * MINUTE_SECONDS },
  codesByApiKey: { points: 60, duration: MINUTE_SECONDS },
  uploadByUser: { points: 300, duration: 60 * MINUTE_SECONDS },
  keyedWritesByUser: { points: KEYED_WRITES_PER_MINUTE, duration: MINUTE_SECONDS },
  keyedWritesByUserAndDay: { points: KEYED_WRITES_PER_DAY, duration: 24 * 60 * MINUTE_SECONDS },
  bytesByLearner: { points: LEARNER_BYTES_PER_MINUTE, duration: MINUTE_SECONDS },
  bytesByLearnerAndDay: { points: LEARNER_BYTES_PER_DAY, duration: DAY_SECONDS },
  bytesByAdmin: { points: ADMIN_BYTES_PER_MINUTE, duration: MINUTE_SECONDS },
  bytesByAdminAndDay: { points: ADMIN_BYTES_PER_DAY, duration: DAY_SECONDS },
} as const;
type LimitName = keyof typeof limits;

/** How many points of a limit are reserved at once, where every write is counted: one or two hundredths of it. */
const blocks: Partial<Record<LimitName, number>> = {
  keyedWritesByUser: KEYED_WRITES_PER_MINUTE / 60,
  keyedWritesByUserAndDay: KEYED_WRITES_PER_DAY / 100,
  bytesByLearner: LEARNER_BYTES_PER_MINUTE / 64,
  bytesByLearnerAndDay: LEARNER_BYTES_PER_DAY / 64,
  bytesByAdmin: ADMIN_BYTES_PER_MINUTE / 64,
  bytesByAdminAndDay: ADMIN_BYTES_PER_DAY / 64,
};

const limitNames: readonly LimitName[] = Object.keys(limits).filter(isLimitName);

/** One counter: a limit and its key. */
export interface Limited {
  readonly limit: LimitName;
  readonly key: string;
}

/**
 * Counts attempts, across restarts. Attempts are counted before they are checked, so a burst is limited too. On
 * a full disk they are counted in memory: correct passwords are accepted and guesses stay limited.
 */
export class RateLimits {
  readonly #store: AttemptStore;
  readonly #log: Logger;
  readonly #limiters: ReadonlyMap<LimitName, RateLimiterStoreAbstract>;
  readonly #inMemory: ReadonlyMap<LimitName, RateLimiterMemory>;
  readonly #reserved = new ReservedPoints();

  constructor(store: AttemptStore, log: Logger) {
    this.#store = store;
    this.#log = log;
    this.#inMemory = new Map(
      limitNames.map((name) => [name, new RateLimiterMemory({ ...limits[name], keyPrefix: name })]),
    );
    this.#limiters = new Map(
      limitNames.map((name) => [name, store.limiterOf({ ...limits[name], keyPrefix: name })]),
    );
  }

  /**
   * Counts one or several attempts on each counter. Throws ApiError 429 with Retry-After when one is used up.
   */
  async consume(counters: readonly Limited[], tries = 1): Promise<void> {
    for (const { limit, key } of counters) {
      try {
        await this.#count({ limit, key }, tries);
      } catch (refusal) {
        if (!(refusal instanceof RateLimiterRes)) throw refusal;
        const seconds = Math.max(1, Math.ceil(refusal.msBeforeNext / 1_000));
        throw new ApiError('too_many_requests', { headers: { 'Retry-After': String(seconds) } });
      }
    }
  }

  /** The same, but returns the ApiError, or null when the attempt is allowed. */
  async findRefusal(counters: readonly Limited[]): Promise<ApiError | null> {
    try {
      await this.consume(counters);
      return null;
    } catch (error) {
      if (error instanceof ApiError) return error;
      throw error;
    }
  }

  /** Refunds an attempt that turned out to be a correct password or code. */
  async refund(counters: readonly Limited[]): Promise<void> {
    for (const { limit, key } of counters) {
      await unlessDiskFull(this.#log, limit, () => this.#limiter(limit).reward(key));
    }
  }

  /**
   * Runs the work that checks a counted attempt. When it throws, nothing was decided and the attempt is
   * refunded.
   */
  async refundOnError<T>(counters: readonly Limited[], work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (error) {
      await this.refund(counters);
      throw error;
    }
  }

  /** Resets the attempts of a user who has proved their identity. */
  async clear(counters: readonly Limited[]): Promise<void> {
    for (const { limit, key } of counters) {
      await unlessDiskFull(this.#log, limit, () => this.#limiter(limit).delete(key));
    }
  }

  async #count({ limit, key }: Limited, tries: number): Promise<void> {
    try {
      const block = blocks[limit];
      if (block === undefined) await this.#limiter(limit).consume(key, tries);
      else await this.#reserved.take(this.#limiter(limit), block, key, tries);
    } catch (error) {
      if (!isDiskFull(error)) throw error;
      this.#log.warn({ limit }, 'the disk is full: attempts are counted in memory');
      await this.#inMemory.get(limit)?.consume(key, tries);
    }
  }

  #limiter(name: LimitName): RateLimiterStoreAbstract {
    const limiter = this.#limiters.get(name);
    if (limiter === undefined) throw new Error(`There is no limit ${name}`);
    return limiter;
  }

  /** Removes expired counters. */
  async sweep(): Promise<void> {
    await this.#store.sweep(Date.now());
  }

  async close(): Promise<void> {
    await this.#store.close();
  }
}

function isLimitName(name: string): name is LimitName {
  return name in limits;
}
