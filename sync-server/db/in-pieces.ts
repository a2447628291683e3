import { untilNextTurn } from '../turns/next-turn.ts';
import type { Database } from './open.ts';
import { inTransaction, type Trx } from './transaction.ts';

/** Changing this many rows takes a few milliseconds, also where each is in a page of its own. */
export const ROWS_PER_PIECE = 100;

/**
 * Repeats a step that removes at most {@link ROWS_PER_PIECE} rows and returns how many it removed, each time in a
 * transaction of its own, until there are no more. Returns how many it removed in all. Between two steps other requests
 * are served.
 */
export async function removeInPieces(
  db: Database,
  removeSome: (trx: Trx) => Promise<number>,
): Promise<number> {
  let removed = 0;
  for (;;) {
    const count = await inTransaction(db, removeSome);
    removed += count;
    if (count < ROWS_PER_PIECE) return removed;
    await untilNextTurn();
  }
}

/** How many rows a statement deleted. */
export async function countDeleted(statement: {
  executeTakeFirst(): Promise<{ readonly numDeletedRows: bigint } | undefined>;
}): Promise<number> {
  return Number((await statement.executeTakeFirst())?.numDeletedRows ?? 0);
}
