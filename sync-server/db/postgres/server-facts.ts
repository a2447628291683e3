import type pg from 'pg';

/** What an operator should know of a PostgreSQL server. */
export interface ServerFacts {
  /** Such as `17.2`. */
  readonly version: string;
  /** Settings that let a crash of the machine take acknowledged changes: `fsync`, `synchronous_commit`. */
  readonly unsafeSettings: readonly string[];
  readonly connectionsMax: number;
  readonly connectionsUsed: number;
  /** Replicas that follow at this moment. */
  readonly replicas: number;
  /** The median of some queries that read nothing, in milliseconds. */
  readonly queryMs: number;
  /** The time of its newest row; null in an empty database, or one without Carrel's tables. */
  readonly newestRowAt: string | null;
}

const QUERIES = 9;

interface FactsRow {
  readonly version: string;
  readonly unsafeSettings: string[];
  readonly connectionsMax: number;
  readonly connectionsUsed: number;
  readonly replicas: number;
  readonly isMigrated: boolean;
}

export async function readServerFacts(pool: pg.Pool): Promise<ServerFacts> {
  const { rows } = await pool.query<FactsRow>(`
    select current_setting('server_version') as version,
      array(select name from pg_settings where name in ('fsync', 'synchronous_commit') and setting = 'off')
        as "unsafeSettings",
      current_setting('max_connections')::integer as "connectionsMax",
      (select count(*) from pg_stat_activity where backend_type = 'client backend') as "connectionsUsed",
      (select count(*) from pg_stat_replication) as replicas,
      to_regclass('sessions') is not null and to_regclass('changes') is not null as "isMigrated"`);
  const [row] = rows;
  if (row === undefined) throw new Error('The server returned no row about itself');
  const { isMigrated, ...facts } = row;
  return {
    ...facts,
    newestRowAt: isMigrated ? await readNewestRow(pool) : null,
    queryMs: await measureQuery(pool),
  };
}

async function readNewestRow(pool: pg.Pool): Promise<string | null> {
  const { rows } = await pool.query<{ at: string | null }>(
    'select max(at) as at from (select max("changedAt") as at from changes union all select max("lastSeenAt") from sessions) as newest',
  );
  return rows[0]?.at ?? null;
}

async function measureQuery(pool: pg.Pool): Promise<number> {
  const times: number[] = [];
  for (let done = 0; done < QUERIES; done += 1) {
    const startedAt = performance.now();
    await pool.query('select 1');
    times.push(performance.now() - startedAt);
  }
  return times.toSorted((a, b) => a - b)[Math.floor(QUERIES / 2)] ?? 0;
}
