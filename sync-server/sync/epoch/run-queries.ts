import { randomBytes } from 'node:crypto';
import { compiledOnce, type ValueOf } from '#sync-server/db/compiled-once.ts';
import type { Db } from '#sync-server/db/open.ts';
import type { Trx } from '#sync-server/db/transaction.ts';

const RUN_BYTES = 9;

/**
 * Begins a run of the server (db/tables.ts, `RunRow`) after this change. Runs without changes are replaced, so
 * a server that is restarted again and again adds no rows.
 */
export async function beginRun(trx: Trx, startSequence: number): Promise<void> {
  await trx.deleteFrom('runs').where('startSequence', '>=', startSequence).execute();
  const run = randomBytes(RUN_BYTES).toString('base64url');
  await trx.insertInto('runs').values({ startSequence, run }).execute();
}

/** The run that wrote the change with this number; empty for changes before the first recorded run. */
export async function findRunOf(db: Db, sequence: number): Promise<string> {
  const [row] = await runBefore(db, { sequence });
  return row?.run ?? '';
}

const runBefore = compiledOnce((db, value: ValueOf<{ sequence: number }>) =>
  db
    .selectFrom('runs')
    .select('run')
    .where('startSequence', '<', value('sequence'))
    .orderBy('startSequence', 'desc')
    .limit(1),
);
