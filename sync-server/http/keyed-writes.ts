import type { RateLimits } from './rate-limits.ts';

/**
 * Counts writes with an Idempotency-Key against what one person may send. A batch counts its writes at once, so
 * that it is refused as a whole or not at all. Repeats count too: looking a receipt up is work as well.
 * Throws ApiError 429 with Retry-After.
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
