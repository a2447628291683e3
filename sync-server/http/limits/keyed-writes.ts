import type { RateLimits } from './rate-limits.ts';

/**
 * Counts writes with an Idempotency-Key against the user's limit. A batch counts its writes at once, so it is
 * rejected as a whole or not at all. Repeats count too: looking up a receipt is work as well. Throws ApiError
 * 429 with Retry-After.
 */
export async function countKeyedWrites(limits: RateLimits, userId: string, count: number): Promise<void> {
  if (count === 0) return;
  await limits.consume(
    [
      { limit: 'keyedWritesByUser', key: userId },
      { limit: 'keyedWritesByUserAndDay', key: userId },
    ],
    count,
  );
}
