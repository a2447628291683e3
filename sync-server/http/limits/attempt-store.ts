import type { IRateLimiterOptions, RateLimiterStoreAbstract } from 'rate-limiter-flexible';

/** Where attempts are counted. */
export interface AttemptStore {
  /** The counters of one limit. */
  limiterOf(options: LimiterOptions): RateLimiterStoreAbstract;
  /** Removes counters that have expired at `nowMs`. */
  sweep(nowMs: number): Promise<void>;
  close(): Promise<void>;
}

export type LimiterOptions = Pick<IRateLimiterOptions, 'points' | 'duration' | 'keyPrefix'>;
