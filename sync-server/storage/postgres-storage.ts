import { migratePostgres } from '../db/postgres/migrate-postgres.ts';
import { limitSilence, openPool, openPostgres } from '../db/postgres/open-postgres.ts';
import { requireUsable } from '../db/postgres/require-usable.ts';
import { DatabaseIdentity } from '../epoch/database-identity.ts';
import { PostgresAttempts } from '../http/limits/postgres-attempts.ts';
import { requireNoMove } from '../move/unfinished-move.ts';
import { ClusterWatch } from '../sync/cluster-watch.ts';
import { ensureEpoch } from '../sync/ensure-epoch.ts';
import type { Storage, StorageParts } from './storage.ts';

/** A PostgreSQL database, which any number of processes use. Throws ConfigError when it cannot be used. */
export async function openPostgresStorage(
  url: string,
  { log, clock, onCommit, onRestored }: StorageParts,
): Promise<Storage> {
  const pool = openPool(url, log);
  try {
    await requireUsable(pool, url);
    await requireNoMove(pool);
    const db = openPostgres(pool, onCommit);
    await migratePostgres(db);
    limitSilence(pool);
    const evidence = new DatabaseIdentity();
    const { sequence } = await ensureEpoch({ db, log, now: clock.now(), evidence });
    const positions = new ClusterWatch({ db, clock, log, evidence, onRestored });
    const attempts = new PostgresAttempts(pool);
    const opened = { db, databaseFile: null, attempts, positions, sequence, upgrade: null };
    return { ...opened, close: () => db.destroy() };
  } catch (error) {
    await pool.end();
    throw error;
  }
}
