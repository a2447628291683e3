import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import pino from 'pino';
import { describe, expect, inject, it, onTestFinished } from 'vitest';
import { waitFor } from '#schema/testing/wait-for.ts';
import { readConfig } from '../config.ts';
import { allMigrations } from '../db/migrations/all-migrations.ts';
import { openDeps } from '../open-deps.ts';
import { seedDatabase } from '../seed/seed-database.ts';
import { listStatements } from '../testing/postgres/list-statements.ts';
import { startReplica } from '../testing/postgres/postgres-replica.ts';
import { startPostgres } from '../testing/postgres/postgres-server.ts';
import { query } from '../testing/postgres/test-database.ts';

/** The address of the server with one part changed. */
const urlWith = (change: Partial<Pick<URL, 'password' | 'pathname' | 'port'>>): string =>
  Object.assign(new URL(inject('postgresUrl')), change).href;

async function open(databaseUrl: string) {
  const dataFolder = mkdtempSync(join(tmpdir(), 'carrel-start-'));
  onTestFinished(() => rmSync(dataFolder, { recursive: true, force: true }));
  const config = { ...readConfig({ CARREL_TRANSCODE: 'off', CARREL_SEED: 'none' }), dataFolder, databaseUrl };
  const opened = await openDeps(config, pino({ level: 'silent' }));
  onTestFinished(() => opened.close());
  return opened;
}

/** A server whose few connections are all in use until `release`. */
async function exhaustedServer() {
  const postgres = await startPostgres(['max_connections=8', 'superuser_reserved_connections=0']);
  onTestFinished(() => postgres.stop());
  const url = postgres.urlOf('postgres');
  const clients: pg.Client[] = [];
  const connect = async () => {
    for (;;) {
      const client = new pg.Client(url);
      await client.connect();
      clients.push(client);
    }
  };
  await expect(connect()).rejects.toMatchObject({ code: '53300' });
  return { url, release: () => Promise.all(clients.map((client) => client.end())) };
}

async function emptyDatabase(): Promise<string> {
  const name = `empty-${randomUUID()}`;
  await query(inject('postgresUrl'), `create database "${name}"`);
  onTestFinished(() => query(inject('postgresUrl'), `drop database "${name}" with (force)`));
  return urlWith({ pathname: `/${name}` });
}

describe('a start on PostgreSQL', () => {
  it.each([
    {
      what: 'a wrong password',
      url: () => urlWith({ password: 'wrong-one' }),
      message: 'DATABASE_URL: the server refuses the password of the user "carrel". Correct it.',
    },
    {
      what: 'a missing database',
      url: () => urlWith({ pathname: '/nowhere' }),
      message:
        'DATABASE_URL: there is no database "nowhere" on the server. Create it with "createdb nowhere".',
    },
    {
      what: 'a server that does not run',
      url: () => urlWith({ port: '1' }),
      message:
        'DATABASE_URL: nothing accepts connections at 127.0.0.1:1. Start PostgreSQL, or correct the address.',
    },
  ])('is refused for $what, with what to do and without the password', async ({ url, message }) => {
    const refused = await open(url()).catch((error: unknown) => error);
    expect(refused).toMatchObject({ message });
    expect(String(refused)).not.toMatch(/wrong-one|for-tests-only/);
  });

  it('is refused for a replica, with what to do', async () => {
    const primary = await startPostgres();
    onTestFinished(() => primary.stop());
    const replica = await startReplica(primary, { isSynchronous: false });
    onTestFinished(() => replica.stop());
    const message = 'DATABASE_URL names a replica, which cannot be written. Name the primary server.';
    await expect(open(replica.urlOf('postgres'))).rejects.toThrow(message);
  });

  it('is refused for a user who may create no tables, with what to do', async () => {
    const database = new URL(await emptyDatabase());
    await query(database.href, 'revoke create on schema public from public');
    await query(database.href, `create role guest login password 'for-tests-only'`);
    onTestFinished(() => query(inject('postgresUrl'), 'drop role guest'));
    const url = Object.assign(database, { username: 'guest', password: 'for-tests-only' });
    const message =
      'DATABASE_URL: the user "guest" may not create tables in the schema "public". Make the user the owner of the ' +
      'database, or run "grant create on schema public to guest" in it.';
    await expect(open(url.href)).rejects.toThrow(message);
  });

  it('is refused for a version before 14, with what to do', async () => {
    const url = await emptyDatabase();
    await query(
      url,
      `create function public.current_setting(text) returns text language sql as $$ select '130023' $$`,
    );
    // Ahead of the function of the server.
    const old = `${url}?options=${encodeURIComponent('-c search_path=public,pg_catalog')}`;
    const message = 'DATABASE_URL names a PostgreSQL server before version 14. Upgrade it to 14 or newer.';
    await expect(open(old)).rejects.toThrow(message);
  });

  it('is refused while the server has no connection left, with what to do', async () => {
    const { url, release } = await exhaustedServer();
    const message =
      'DATABASE_URL: the server has no connection left. Raise its max_connections, or start fewer processes.';
    await expect(open(url)).rejects.toThrow(message);
    await release();
    // The server notices the end of its connections a moment later.
    await waitFor(() => open(url));
  });

  it('fills an empty database once, also when several processes start at the same time', async () => {
    const url = await emptyDatabase();
    const started = await Promise.all([1, 2, 3].map(() => open(url)));
    const filled = await Promise.all(started.map(({ deps }) => seedDatabase(deps)));
    expect(filled.filter((first) => first !== null)).toHaveLength(1);
    const [first] = started;
    expect(await first?.deps.db.selectFrom('users').select('role').execute()).toEqual([{ role: 'admin' }]);
    expect(await first?.deps.db.selectFrom('epochs').select('number').execute()).toHaveLength(1);
  });

  it('reads the catalogue of the database only when a migration is missing', async () => {
    const url = await emptyDatabase();
    const first = await listStatements(() => open(url));
    const second = await listStatements(() => open(url));
    expect(first.join('\n')).toContain('pg_catalog');
    expect(second.join('\n')).not.toContain('pg_catalog');
    await query(url, `delete from kysely_migration where name = '${Object.keys(allMigrations).at(-1)}'`);
    await expect(open(url)).rejects.toThrow('could not be migrated');
  });

  it('is refused for a database that a newer version has migrated, and changes nothing', async () => {
    const url = await emptyDatabase();
    await (await open(url)).close();
    await query(url, `insert into kysely_migration values ('999-later', '2026-11-25T08:00:00.000Z')`);
    await expect(open(url)).rejects.toThrow('was written by a newer version of Carrel');
  });
});
