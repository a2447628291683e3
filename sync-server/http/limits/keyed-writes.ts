import type { Caller } from '../caller.ts';
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

/**
 * Counts the size of a command's body, or of a batch with commands, against the caller's limit. Throws ApiError 429
 * with Retry-After.
 */
export async function countCommandBytes(
  limits: RateLimits,
  { id: key, role }: Caller,
  bytes: number,
): Promise<void> {
  if (bytes === 0) return;
  const names =
    role === 'admin'
      ? (['bytesByAdmin', 'bytesByAdminAndDay'] as const)
      : (['bytesByLearner', 'bytesByLearnerAndDay'] as const);
  await limits.consume(
    names.map((limit) => ({ limit, key })),
    bytes,
  );
}
