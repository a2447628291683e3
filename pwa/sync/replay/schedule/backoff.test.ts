import { describe, expect, it } from 'vitest';
import { backoffMs, LONGEST_WAIT_MS } from './backoff.ts';

describe('the delay before the next attempt', () => {
  it('triples from one second to five minutes and then stays there', () => {
    expect([1, 2, 3, 6, 7, 100, 1e6].map((attempts) => backoffMs(attempts, 1))).toEqual([
      1_000, 3_000, 9_000, 243_000, 300_000, 300_000, 300_000,
    ]);
  });

  it('gets up to 50 % jitter, so the devices of a classroom do not return at once', () => {
    expect(backoffMs(4, 0)).toBe(13_500);
    expect(backoffMs(4, 0.5)).toBe(20_250);
  });

  it("is never shorter than the server's Retry-After", () => {
    expect(backoffMs(1, 0, 20_000)).toBe(20_000);
    expect(backoffMs(1, 0.5, 20_000)).toBe(20_500);
    expect(backoffMs(10, 1, 1_000)).toBe(300_000);
  });

  it('does not let an excessive Retry-After delay work for a year', () => {
    expect(backoffMs(1, 0.99, 365 * 24 * 60 * 60_000)).toBeLessThan(LONGEST_WAIT_MS);
  });
});
