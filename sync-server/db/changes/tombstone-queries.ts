import { TOMBSTONE_LIFETIME_DAYS } from '#schema/limits.ts';
import { countDeleted, ROWS_PER_PIECE } from '../in-pieces.ts';
import type { Db } from '../open.ts';
import type { Trx } from '../transaction.ts';
import { getCounter } from './counters-queries.ts';

/** The highest pruned tombstone. */
const PRUNED = 'prunedChanges';
const DAY_MS = 24 * 60 * 60 * 1_000;

/** The highest number among the pruned tombstones; 0 before the first. */
export const getPrunedSequence = (db: Db): Promise<number> => getCounter(db, PRUNED);

/**
 * Prunes some of the tombstones older than their retention time, records the highest pruned number, and returns how many
 * were removed; see `removeInPieces`.
 */
export async function removeOldTombstones(trx: Trx, now: Date): Promise<number> {
  const oldest = new Date(now.getTime() - TOMBSTONE_LIFETIME_DAYS * DAY_MS).toISOString();
  const rows = await trx
    .selectFrom('changes')
    .select('sequence')
    .where('isDeleted', '=', 1)
    .where('changedAt', '<', oldest)
    .orderBy('changedAt')
    .limit(ROWS_PER_PIECE)
    .execute();
  const sequences = rows.map(({ sequence }) => Number(sequence));
  if (sequences.length === 0) return 0;
  const value = Math.max(...sequences);
  await trx
    .insertInto('counters')
    .values({ name: PRUNED, value })
    .onConflict((conflict) =>
      conflict.column('name').doUpdateSet({ value }).where('counters.value', '<', value),
    )
    .execute();
  return countDeleted(trx.deleteFrom('changes').where('sequence', 'in', sequences));
}
