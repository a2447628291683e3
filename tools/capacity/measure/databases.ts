import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import * as v from 'valibot';
import { startPostgres } from '#sync-server/testing/postgres/postgres-server.ts';

const TICKS_PER_SECOND = 100;
/** Where /proc/<pid>/stat has the parent, and the time in user and kernel mode, after the name of the program. */
const [PARENT, USER_TICKS, KERNEL_TICKS] = [1, 11, 12];

/** The database of a measured server. */
export interface MeasuredDatabase {
  readonly name: string;
  /** The further settings with which a server uses it. */
  readonly settings: Readonly<Record<string, string>>;
  /** Processor time of its processes so far; 0 where it is part of the server's. */
  cpuMs(): Promise<number>;
  /** Bytes of a table with its indexes; undefined where they cannot be told apart. */
  bytesOf(table: string): Promise<number | undefined>;
  stop(): Promise<void>;
}

export const sqlite: MeasuredDatabase = {
  name: 'SQLite',
  settings: {},
  cpuMs: async () => 0,
  bytesOf: async () => undefined,
  stop: async () => {},
};

/** A PostgreSQL server that waits for its disk, as a real one does. */
export async function openMeasuredPostgres(): Promise<MeasuredDatabase> {
  const server = await startPostgres(['fsync=on']);
  const admin = new pg.Client(server.urlOf('postgres'));
  await admin.connect();
  await admin.query('create database measured');
  const url = server.urlOf('measured');
  const client = new pg.Client(url);
  await client.connect();
  const readOne = async <T>(
    schema: v.GenericSchema<unknown, T>,
    statement: string,
    values: string[] = [],
  ) => {
    const { rows } = await client.query(statement, values);
    return v.parse(v.object({ value: schema }), rows[0]).value;
  };
  const folder = await readOne(v.string(), `select current_setting('data_directory') as value`);
  const postmaster = readFileSync(join(folder, 'postmaster.pid'), 'utf8').split('\n')[0] ?? '';
  return {
    name: 'PostgreSQL',
    settings: { DATABASE_URL: url },
    cpuMs: async () => {
      const pids = await readOne(
        v.array(v.number()),
        `select array_agg(pid) as value from pg_stat_activity where pid <> pg_backend_pid()`,
      );
      return pids.map((pid) => cpuOf(pid, postmaster)).reduce((sum, ms) => sum + ms, 0);
    },
    bytesOf: (table) =>
      readOne(v.pipe(v.string(), v.transform(Number)), 'select pg_total_relation_size($1) as value', [
        `"${table}"`,
      ]),
    stop: async () => {
      await Promise.all([client.end(), admin.end()]);
      await server.stop();
    },
  };
}

/** 0 for a process that has ended, or belongs to another server. */
function cpuOf(pid: number, postmaster: string): number {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
    if (fields[PARENT] !== postmaster) return 0;
    return ((Number(fields[USER_TICKS]) + Number(fields[KERNEL_TICKS])) * 1_000) / TICKS_PER_SECOND;
  } catch {
    return 0;
  }
}
