import { LRUCache } from 'lru-cache';
import { type RateLimiterAbstract, RateLimiterRes } from 'rate-limiter-flexible';

const COUNTERS_MAX = 10_000;

interface Reserved {
  readonly points: number;
  /** The end of the counter's period, with which unused points expire. */
  readonly untilMs: number;
}

const NOTHING: Reserved = { points: 0, untilMs: 0 };

/**
 * Counts the many small amounts of limits that every write is counted against: takes a block of points from the
 * counter at once, and counts from the block without writing. What was reserved and not used is lost with the process:
 * a limit may be reached earlier by a block after a restart, and never later, also with several processes.
 */
export class ReservedPoints {
  readonly #reserved = new LRUCache<string, Reserved>({ max: COUNTERS_MAX });
  /** The counters from which a block is being taken; writes that arrive meanwhile count from that block. */
  readonly #taking = new Map<string, Promise<void>>();

  /** Rejects with RateLimiterRes when the limit is used up. */
  async take(limiter: RateLimiterAbstract, block: number, key: string, tries: number): Promise<void> {
    const name = limiter.getKey(key);
    for (let taking = this.#taking.get(name); taking !== undefined; taking = this.#taking.get(name)) {
      await taking;
    }
    const { points, untilMs } = this.#find(name);
    if (points >= tries) {
      this.#reserved.set(name, { points: points - tries, untilMs });
      return;
    }
    const done = this.#takeMore(limiter, block, { key, name, tries });
    const taking = done.catch(() => undefined).finally(() => this.#taking.delete(name));
    this.#taking.set(name, taking);
    await done;
  }

  #find(name: string): Reserved {
    const reserved = this.#reserved.get(name);
    return reserved !== undefined && reserved.untilMs > Date.now() ? reserved : NOTHING;
  }

  /** When the counter refuses, the reserved points remain: a smaller write may still fit. */
  async #takeMore(limiter: RateLimiterAbstract, block: number, { key, name, tries }: Write): Promise<void> {
    const missing = tries - this.#find(name).points;
    const untilMs = missing < block ? await reserve(limiter, key, block) : null;
    if (untilMs === null) {
      await limiter.consume(key, missing);
      this.#reserved.delete(name);
    } else {
      this.#reserved.set(name, { points: block - missing, untilMs });
    }
  }
}

interface Write {
  readonly key: string;
  readonly name: string;
  readonly tries: number;
}

/** Returns until when the points are valid; null, and takes none, when the counter has not as many. */
async function reserve(limiter: RateLimiterAbstract, key: string, block: number): Promise<number | null> {
  try {
    const { msBeforeNext } = await limiter.consume(key, block);
    return Date.now() + msBeforeNext;
  } catch (refusal) {
    if (!(refusal instanceof RateLimiterRes)) throw refusal;
    await limiter.reward(key, block);
    return null;
  }
}
