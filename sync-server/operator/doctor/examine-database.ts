import { existsSync } from 'node:fs';
import { join } from 'node:path';
import pino from 'pino';
import { openToRead } from '#sync-server/backup/database-facts.ts';
import { DATABASE_FILE } from '#sync-server/backup/verify-backup.ts';
import type { Config } from '#sync-server/config.ts';
import { CONNECTIONS_MAX, openPool } from '#sync-server/db/postgres/open-postgres.ts';
import { requireUsable } from '#sync-server/db/postgres/require-usable.ts';
import { readServerFacts, type ServerFacts } from '#sync-server/db/postgres/server-facts.ts';
import { error, type Finding, ok, warning } from '../finding.ts';

/** A command makes about a dozen queries, one after the other. */
const QUERY_MAX_MS = 2;

/** The findings, and the time of the newest row for the examination of the clock. */
interface ExaminedDatabase {
  readonly findings: readonly Finding[];
  readonly newestRowAt: string | null;
}

/** The database of the configuration: that it can be used, and does not lose what it acknowledged. */
export async function examineDatabase({ databaseUrl, dataFolder }: Config): Promise<ExaminedDatabase> {
  if (databaseUrl !== undefined) return examinePostgres(databaseUrl);
  const file = join(dataFolder, DATABASE_FILE);
  if (!existsSync(file))
    return { findings: [ok('database', `${file}, which the first start creates`)], newestRowAt: null };
  return { findings: [ok('database', file)], newestRowAt: readNewestRow(file) };
}

async function examinePostgres(url: string): Promise<ExaminedDatabase> {
  const pool = openPool(url, pino({ level: 'silent' }), 'carrel doctor');
  try {
    await requireUsable(pool, url);
    const facts = await readServerFacts(pool);
    return { findings: describeFacts(facts, new URL(url)), newestRowAt: facts.newestRowAt };
  } catch (problem) {
    const text = problem instanceof Error ? problem.message : String(problem);
    return { findings: [error('database', text)], newestRowAt: null };
  } finally {
    await pool.end();
  }
}

function describeFacts(facts: ServerFacts, { host, pathname }: URL): Finding[] {
  const { version, replicas, queryMs } = facts;
  const findings = [
    ok('database', `PostgreSQL ${version} at ${host}, database "${pathname.slice(1)}", ${replicas} replicas`),
    ...facts.unsafeSettings.map((name) =>
      error('database', `${name} is off: a crash of its machine loses acknowledged changes. Turn it on.`),
    ),
  ];
  const free = facts.connectionsMax - facts.connectionsUsed;
  if (free < CONNECTIONS_MAX) {
    const text = `${free} of ${facts.connectionsMax} connections are free, and a server process uses up to ${CONNECTIONS_MAX}. Raise max_connections, or use a pooler.`;
    findings.push(warning('database', text));
  }
  if (queryMs > QUERY_MAX_MS) {
    const text = `a query takes ${queryMs.toFixed(1)} ms on the way, and a change makes about a dozen. Run the server nearer to it.`;
    findings.push(warning('database', text));
  }
  return findings;
}

function readNewestRow(file: string): string | null {
  const db = openToRead(file);
  try {
    const newest = db.prepare(
      'select max(at) from (select max(changedAt) as at from changes union all select max(lastSeenAt) from sessions)',
    );
    const at: unknown = newest.pluck().get();
    return typeof at === 'string' ? at : null;
  } finally {
    db.close();
  }
}
