import { sql } from 'kysely';
import * as v from 'valibot';
import type { Db } from '#sync-server/db/open.ts';
import type { Trx } from '#sync-server/db/transaction.ts';
import { RestoreIntent } from './restore-declaration.ts';
import type { Evidence, RestoreEvidence } from './restore-evidence.ts';

/** The one row by which a PostgreSQL database recognises itself; `migratePostgres` creates the table. */
export const CREATE_IDENTITY = `create table if not exists "databaseIdentity" (
  one integer primary key check (one = 1), cluster text not null, declared text)`;

const Identity = v.object({ cluster: v.string(), declared: v.nullable(v.string()) });
const Cluster = v.object({ cluster: v.string() });
/** What `carrel restored` stores when the operator decides nothing. */
const UNDECIDED = 'undecided';

/**
 * The cluster and its timeline: another cluster has another identifier, and a recovery to a point in time, as well as the
 * promotion of a replica, begins another timeline. Commits may be missing after each of them.
 */
const currentCluster = sql`
  select system_identifier::text || '.' || substr(pg_walfile_name(pg_current_wal_lsn()), 1, 8) as cluster
  from pg_control_system()`;

/** The evidence of a PostgreSQL database. pg_restore leaves none, so the operator declares it with `carrel restored`. */
export class DatabaseIdentity implements RestoreEvidence {
  async find(db: Db): Promise<Evidence | null> {
    const known = await findIdentity(db);
    if (known === null) return null;
    const { declared } = known;
    if (declared !== null) return { known: null, intent: intentOf(declared) };
    return known.cluster === (await readCluster(db)) ? null : { known: null, intent: null };
  }

  async accept(trx: Trx): Promise<void> {
    await sql`
      insert into "databaseIdentity" (one, cluster, declared) values (1, ${await readCluster(trx)}, null)
      on conflict (one) do update set cluster = excluded.cluster, declared = null`.execute(trx);
  }

  /** The commit of `accept` has removed it. */
  removeDeclaration(): void {}
}

/** Declares that the database was restored with pg_restore: the next start begins a new epoch with this decision. */
export async function declareDatabaseRestore(trx: Trx, intent: RestoreIntent | null): Promise<void> {
  await sql`update "databaseIdentity" set declared = ${intent ?? UNDECIDED}`.execute(trx);
}

const intentOf = (declared: string): RestoreIntent | null => {
  const parsed = v.safeParse(RestoreIntent, declared);
  return parsed.success ? parsed.output : null;
};

async function findIdentity(db: Db): Promise<v.InferOutput<typeof Identity> | null> {
  const { rows } = await sql`select cluster, declared from "databaseIdentity"`.execute(db);
  return rows[0] === undefined ? null : v.parse(Identity, rows[0]);
}

async function readCluster(db: Db): Promise<string> {
  const { rows } = await currentCluster.execute(db);
  return v.parse(Cluster, rows[0]).cluster;
}
