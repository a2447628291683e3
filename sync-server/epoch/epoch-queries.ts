import { randomUUID } from 'node:crypto';
import { compiledOnce } from '../db/compiled-once.ts';
import type { Db } from '../db/open.ts';
import type { EpochRow } from '../db/tables.ts';
import type { Trx } from '../db/transaction.ts';

/** The current epoch of the database (db/tables.ts, `EpochRow`); undefined before its first start. */
export async function findEpoch(db: Db): Promise<string | undefined> {
  const [row] = await lastEpoch(db, {});
  return row?.epoch;
}

const lastEpoch = compiledOnce((db) =>
  db.selectFrom('epochs').select('epoch').orderBy('number', 'desc').limit(1),
);

/** The current epoch of a database that was started. */
export async function getEpoch(db: Db): Promise<string> {
  const epoch = await findEpoch(db);
  if (epoch === undefined) throw new Error('The database was never started: it has no epoch');
  return epoch;
}

/**
 * The operator's decisions about the restores after this epoch, in their order; about the last one if the
 * database does not know the epoch, because it began after the backup.
 */
export async function listRestoreIntents(db: Db, epoch: string): Promise<EpochRow['restoreIntent'][]> {
  const rows = await db.selectFrom('epochs').select(['epoch', 'restoreIntent']).orderBy('number').execute();
  const at = rows.findIndex((row) => row.epoch === epoch);
  const since = at === -1 ? rows.slice(1).slice(-1) : rows.slice(at + 1);
  return since.map(({ restoreIntent }) => restoreIntent);
}

/**
 * Begins a new epoch, which expires every earlier cursor. Returns its name.
 *
 * @param restoreIntent the operator's decision about the restore that the epoch begins after
 */
export async function beginEpoch(trx: Trx, restoreIntent: EpochRow['restoreIntent'] = null): Promise<string> {
  const last = await trx
    .selectFrom('epochs')
    .select((eb) => eb.fn.max('number').as('number'))
    .executeTakeFirst();
  const epoch = randomUUID();
  const number = Number(last?.number ?? 0) + 1;
  await trx.insertInto('epochs').values({ number, epoch, restoreIntent }).execute();
  return epoch;
}
