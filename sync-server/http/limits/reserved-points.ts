import { LRUCache } from 'lru-cache';
import { type RateLimiterAbstract, RateLimiterRes } from 'rate-limiter-flexible';

const COUNTERS_MAX = 10_000;

/** The first block of a counter is this part of a full one. */
const FIRST_PART = 32;

interface Reserved {
  readonly points: number;
  /** How many were reserved last. */
  readonly block: number;
  /** The end of the counter's period, with which unused points expire. */
  readonly untilMs: number;
}

/**
 * Counts the many small amounts of limits that every write is counted against: takes a block of points from the
 * counter at once, and counts from the block without writing. What was reserved and not used is lost with the process,
 * so the first blocks are small and each has twice the size of the one before: a process that ends loses about as many
 * points as it used, and many restarts in a day do not use up the limit of the day. A limit may be reached earlier by
 * that, and never later, also with several processes.
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
    const reserved = this.#find(name);
    if (reserved !== undefined && reserved.points >= tries) {
      this.#reserved.set(name, { ...reserved, points: reserved.points - tries });
      return;
    }
    const done = this.#takeMore(limiter, block, { key, name, tries });
    const taking = done.catch(() => undefined).finally(() => this.#taking.delete(name));
    this.#taking.set(name, taking);
    await done;
  }

  /** What is left of the last block in its period. */
  #find(name: string): Reserved | undefined {
    const reserved = this.#reserved.get(name);
    return reserved !== undefined && reserved.untilMs > Date.now() ? reserved : undefined;
  }

  /** When the counter refuses, the reserved points remain: a smaller write may still fit. */
  async #takeMore(
    limiter: RateLimiterAbstract,
    blockMax: number,
    { key, name, tries }: Write,
  ): Promise<void> {
    const missing = tries - (this.#find(name)?.points ?? 0);
    const block = nextBlock(this.#reserved.get(name)?.block, blockMax);
    const untilMs = missing < block ? await reserve(limiter, key, block) : null;
    if (untilMs !== null) {
      this.#reserved.set(name, { points: block - missing, block, untilMs });
      return;
    }
    await consume(limiter, key, missing);
    // Near the limit, blocks become smaller again.
    const last = missing < block ? Math.max(1, Math.floor(block / 4)) : block;
    this.#reserved.set(name, { points: 0, block: last, untilMs: 0 });
  }
}

const nextBlock = (last: number | undefined, max: number): number =>
  last === undefined ? Math.max(1, Math.floor(max / FIRST_PART)) : Math.min(2 * last, max);

interface Write {
  readonly key: string;
  readonly name: string;
  readonly tries: number;
}

/** Returns until when the points are valid; null, and takes none, when the counter has not as many. */
async function reserve(limiter: RateLimiterAbstract, key: string, block: number): Promise<number | null> {
  try {
    const { msBeforeNext } = await consume(limiter, key, block);
    return Date.now() + msBeforeNext;
  } catch (refusal) {
    if (!(refusal instanceof RateLimiterRes)) throw refusal;
    return null;
  }
}

/** Rejects with RateLimiterRes, and takes no points, when the counter has not as many. */
async function consume(limiter: RateLimiterAbstract, key: string, points: number): Promise<RateLimiterRes> {
  try {
    return await limiter.consume(key, points);
  } catch (refusal) {
    if (refusal instanceof RateLimiterRes) await limiter.reward(key, points);
    throw refusal;
  }
}
