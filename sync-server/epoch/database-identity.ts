import { sql } from 'kysely';
import * as v from 'valibot';
import { SEQUENCE } from '../db/changes/changes-queries.ts';
import type { Db } from '../db/open.ts';
import type { Trx } from '../db/transaction.ts';
import { RestoreIntent } from './restore-declaration.ts';
import type { Evidence, RestoreEvidence } from './restore-evidence.ts';

/** What `carrel restored` stores when the operator decides nothing. */
const UNDECIDED = 'undecided';
/** What it stores when no commit is missing. */
const COMPLETE = 'complete';

const State = v.object({
  /**
   * The cluster and its timeline: another cluster has another identifier, and a recovery to a point in time, as well as
   * the promotion of a replica, begins another timeline. Commits may be missing after each of them.
   */
  cluster: v.string(),
  /** Whether a commit waits until a replica has it on its disk. */
  isSynchronous: v.boolean(),
  /** The cluster in which this database was used last; null before its first start. */
  known: v.nullable(v.string()),
  declared: v.nullable(v.string()),
  epoch: v.nullable(v.string()),
  /** The number of the last change. */
  sequence: v.number(),
});
type State = v.InferOutput<typeof State>;

const currentState = sql`
  select system_identifier::text || '.' || substr(pg_walfile_name(pg_current_wal_lsn()), 1, 8) as cluster,
    current_setting('synchronous_standby_names') <> ''
      and current_setting('synchronous_commit') in ('on', 'remote_apply') as "isSynchronous",
    (select cluster from "databaseIdentity") as known,
    (select declared from "databaseIdentity") as declared,
    (select epoch from epochs order by number desc limit 1) as epoch,
    coalesce((select value from counters where name = ${SEQUENCE}), 0) as sequence
  from pg_control_system()`;

/**
 * The evidence of a PostgreSQL database. pg_restore leaves none, so the operator declares it with `carrel restored`.
 *
 * A promoted replica has every acknowledged commit if commits waited for it. A process that saw the old primary a second
 * ago knows whether they did, and that the new one has all that it had seen; then the epoch continues. A recovery to a
 * point in time begins a new timeline too, and lacks what this process had seen.
 */
export class DatabaseIdentity implements RestoreEvidence {
  /** The state that this process saw last, on whichever server it used. */
  #seen: State | null = null;

  /** Whether the database is not where this process, or the last one, saw it. Otherwise notes what it sees now. */
  async hasMoved(db: Db): Promise<boolean> {
    const now = await readState(db);
    const isSame = now.known === now.cluster && now.declared === null;
    const hasMoved = !isSame || (this.#seen !== null && this.#seen.cluster !== now.cluster);
    if (!hasMoved) this.#seen = now;
    return hasMoved;
  }

  async find(db: Db): Promise<Evidence | null> {
    const now = await readState(db);
    if (now.known === null || now.declared === COMPLETE) return null;
    if (now.declared !== null) return { known: null, intent: intentOf(now.declared) };
    const seen = this.#seen?.epoch === now.epoch ? this.#seen : null;
    const isAnother = seen !== null && seen.cluster !== now.cluster;
    if (isAnother && now.sequence < seen.sequence) return { known: seen.sequence, intent: null };
    const isComplete = isAnother && seen.isSynchronous && systemOf(seen) === systemOf(now);
    return now.known === now.cluster || isComplete ? null : { known: null, intent: null };
  }

  async accept(trx: Trx): Promise<void> {
    const { cluster } = await readState(trx);
    await sql`
      insert into "databaseIdentity" (one, cluster, declared) values (1, ${cluster}, null)
      on conflict (one) do update set cluster = excluded.cluster, declared = null`.execute(trx);
  }

  onAccepted(): void {
    this.#seen = null;
  }
}

/**
 * Declares that the database was restored with pg_restore: the next start begins a new epoch with this decision; or, if
 * it is `complete`, that no commit is missing although the database has moved: the epoch continues. Throws for a database
 * that no server has used.
 */
export async function declareDatabaseRestore(
  trx: Trx,
  intent: RestoreIntent | typeof COMPLETE | null,
): Promise<void> {
  const { rows } = await sql<{
    is: boolean;
  }>`select to_regclass('"databaseIdentity"') is not null as "is"`.execute(trx);
  const declared = rows[0]?.is === true ? await declare(trx, intent ?? UNDECIDED) : 0n;
  if (declared === 0n)
    throw new Error(
      'no server has used this database, so nothing was declared. Restore it first, or correct DATABASE_URL.',
    );
}

async function declare(trx: Trx, declared: string): Promise<bigint> {
  const result = await sql`update "databaseIdentity" set declared = ${declared}`.execute(trx);
  return result.numAffectedRows ?? 0n;
}

const intentOf = (declared: string): RestoreIntent | null => {
  const parsed = v.safeParse(RestoreIntent, declared);
  return parsed.success ? parsed.output : null;
};

const systemOf = ({ cluster }: State): string | undefined => cluster.split('.')[0];

async function readState(db: Db): Promise<State> {
  const { rows } = await currentState.execute(db);
  return v.parse(State, rows[0]);
}
