import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ReservedPoints } from './reserved-points.ts';

const POINTS = 100;
const BLOCK = 10;
const SECONDS = 60;
const KEY = 'alice';

beforeEach(() => {
  vi.useFakeTimers({ now: Date.now() });
});
afterEach(() => {
  vi.useRealTimers();
});

const createLimiter = () => new RateLimiterMemory({ points: POINTS, duration: SECONDS, keyPrefix: 'writes' });

/** Counts one write after another until one is refused; returns how many were not. */
async function countUntilRefused(take: () => Promise<void>): Promise<number> {
  for (let count = 0; ; count += 1) {
    try {
      await take();
    } catch (refusal) {
      expect(refusal).toBeInstanceOf(RateLimiterRes);
      return count;
    }
  }
}

describe('points that are reserved in blocks', () => {
  it('allow as many writes as the limit, and count them in few steps', async () => {
    const limiter = createLimiter();
    const consume = vi.spyOn(limiter, 'consume');
    const reserved = new ReservedPoints();
    expect(await countUntilRefused(() => reserved.take(limiter, BLOCK, KEY, 1))).toBe(POINTS);
    expect(consume.mock.calls.length).toBeLessThan(POINTS / 4);
  });

  it('allow as many again in the next period, also if some of the last one were left', async () => {
    const limiter = createLimiter();
    const reserved = new ReservedPoints();
    await reserved.take(limiter, BLOCK, KEY, 3);
    vi.advanceTimersByTime(SECONDS * 1_000 + 1);
    expect(await countUntilRefused(() => reserved.take(limiter, BLOCK, KEY, 1))).toBe(POINTS);
  });

  it('never exceed the limit when two processes reserve them, or one is restarted', async () => {
    const limiter = createLimiter();
    const [one, other] = [new ReservedPoints(), new ReservedPoints()];
    const used = 40;
    for (let count = 0; count < used; count += 1) await one.take(limiter, BLOCK, KEY, 1);
    const others = await countUntilRefused(() => other.take(limiter, BLOCK, KEY, 1));
    expect(others).toBeGreaterThanOrEqual(POINTS - used - BLOCK);
    const rest = await countUntilRefused(() => one.take(limiter, BLOCK, KEY, 1));
    expect(used + others + rest).toBe(POINTS);
  });

  it('are not used up by processes that are restarted again and again', async () => {
    const limiter = createLimiter();
    const restarts = await countUntilRefused(async () => {
      const reserved = new ReservedPoints();
      for (let count = 0; count < 3; count += 1) await reserved.take(limiter, BLOCK, KEY, 1);
    });
    // Each used three points and lost none.
    expect(restarts).toBe(Math.floor(POINTS / 3));
  });

  it('are left for smaller writes when a large one is refused', async () => {
    const limiter = createLimiter();
    const reserved = new ReservedPoints();
    for (let count = 0; count < POINTS - 5; count += 1) await reserved.take(limiter, BLOCK, KEY, 1);
    await expect(reserved.take(limiter, BLOCK, KEY, 8)).rejects.toBeInstanceOf(RateLimiterRes);
    await reserved.take(limiter, BLOCK, KEY, 5);
    await expect(reserved.take(limiter, BLOCK, KEY, 1)).rejects.toBeInstanceOf(RateLimiterRes);
  });

  it('allow as many of the writes that arrive at once', async () => {
    const limiter = createLimiter();
    const reserved = new ReservedPoints();
    const writes = Array.from({ length: POINTS + 20 }, () => reserved.take(limiter, BLOCK, KEY, 1));
    const results = await Promise.allSettled(writes);
    const allowed = results.filter(({ status }) => status === 'fulfilled').length;
    expect(allowed).toBe(POINTS);
  });
});
