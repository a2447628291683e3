import { untilNextTurn } from '../next-turn.ts';
import type { Database } from './open.ts';
import { inTransaction, type Trx } from './transaction.ts';

const ROWS_AT_FIRST = 100;
const ROWS_MIN = 10;
const ROWS_MAX = 1_000;
/** Pieces become larger below the first time and smaller above the second. */
const SHORT_MS = 4;
const LONG_MS = 10;

/**
 * Removes rows in transactions of a few milliseconds, between which other requests are served. Returns how many.
 *
 * @param remove removes at most `limit` rows and returns how many
 */
export async function removeInPieces(
  db: Database,
  remove: (trx: Trx, limit: number) => Promise<number>,
): Promise<number> {
  let total = 0;
  let limit = ROWS_AT_FIRST;
  for (;;) {
    let startedMs = 0;
    const removed = await inTransaction(db, (trx) => {
      startedMs = performance.now();
      return remove(trx, limit);
    });
    total += removed;
    if (removed < limit) return total;
    const tookMs = performance.now() - startedMs;
    if (tookMs > LONG_MS) limit = Math.max(ROWS_MIN, Math.floor(limit / 2));
    else if (tookMs < SHORT_MS) limit = Math.min(ROWS_MAX, limit * 2);
    await untilNextTurn();
  }
}
