import { randomUUID } from 'node:crypto';
import { type Kysely, sql } from 'kysely';
import pino from 'pino';
import { expect, inject, it, onTestFinished } from 'vitest';
import { makeUp, NEXT, nextMigrations } from '#sync-server/testing/next-version.ts';
import { query } from '#sync-server/testing/postgres/test-database.ts';
import { readRelease, releases } from '#sync-server/testing/released-database.ts';
import { allMigrations } from '../migrations/all-migrations.ts';
import type { CheckedMigration } from '../migrations/with-checks.ts';
import type { Tables } from '../tables.ts';
import { migratePostgres } from './migrate-postgres.ts';
import { openPool, openPostgres } from './open-postgres.ts';

type Row = Readonly<Record<string, unknown>>;

const log = pino({ level: 'silent' });

async function emptyDatabase(): Promise<string> {
  const name = `upgraded-${randomUUID()}`;
  await query(inject('postgresUrl'), `create database "${name}"`);
  onTestFinished(() => query(inject('postgresUrl'), `drop database "${name}" with (force)`));
  return Object.assign(new URL(inject('postgresUrl')), { pathname: `/${name}` }).href;
}

async function using<T>(url: string, work: (db: Kysely<Tables>) => Promise<T>): Promise<T> {
  const db = openPostgres(openPool(url, log));
  try {
    return await work(db);
  } finally {
    await db.destroy();
  }
}

const migrate = (url: string, migrations: Readonly<Record<string, CheckedMigration>>) =>
  using(url, (db) => migratePostgres(db, migrations));

/** A database of this version with the rows of the dump in every table. */
async function filledDatabase(): Promise<string> {
  const url = await emptyDatabase();
  await migrate(url, allMigrations);
  const inserts = readRelease(releases.at(-1) ?? '')
    .split('\n')
    .filter((line) => line.startsWith('insert into') && !line.includes('kysely_'));
  // The rows refer to each other; the dump has them in no order.
  await query(url, `begin; set local session_replication_role = replica; ${inserts.join('\n')} commit`);
  return url;
}

/** Every row, by table. */
const readRows = (url: string) =>
  using(url, async (db) => {
    const { rows: tables } = await sql<{ name: string }>`
      select table_name as name from information_schema.tables
      where table_schema = 'public' and table_name not like 'kysely%' order by 1`.execute(db);
    const rows: Record<string, Row[]> = {};
    for (const { name } of tables)
      rows[name] = (await sql<Row>`select * from ${sql.table(name)} order by 1, 2`.execute(db)).rows;
    return rows;
  });

it('a made-up next version keeps all rows of a PostgreSQL database', async () => {
  const url = await filledDatabase();
  const before = await readRows(url);
  await migrate(url, nextMigrations);
  const after = await readRows(url);
  for (const [table, rows] of Object.entries(before))
    expect(after[table], table).toEqual(rows.map((row) => expect.objectContaining(row)));
  expect(before.courses).toHaveLength(3);
  expect(after.courses?.map(({ subtitle }) => subtitle)).toEqual(after.courses?.map(({ title }) => title));
  expect(after.stamps).toHaveLength(before.progress?.length ?? 0);
});

it.each([
  { what: 'fails', end: () => Promise.reject(new Error('no such idea')) },
  {
    what: 'loses its connection',
    end: async (db: Kysely<unknown>) =>
      void (await sql`select pg_terminate_backend(pg_backend_pid())`.execute(db)),
  },
])('an upgrade that $what changes nothing, and is repeated by the next start', async ({ end }) => {
  const url = await filledDatabase();
  const before = await readRows(url);
  const up = async (db: Kysely<unknown>) => {
    await makeUp(db);
    await end(db);
  };
  const failing = migrate(url, { ...allMigrations, [NEXT]: { up } });
  await expect(failing).rejects.toThrow('could not be migrated, and was not changed');
  expect(await readRows(url)).toEqual(before);
  await migrate(url, nextMigrations);
  expect((await readRows(url)).stamps).toHaveLength(3);
});

it.each([
  {
    from: 'a newer version',
    executed: NEXT,
    message: /newer version .* migration 999-made-up\. Nothing was changed/,
  },
  {
    from: 'a time before version 1.0',
    executed: '002-accounts',
    message: /of DATABASE_URL is from before version 1\.0 of Carrel, and no version upgrades it\. Nothing/,
  },
])('a database from $from is refused, with what to do', async ({ executed, message }) => {
  const url = await filledDatabase();
  const before = await readRows(url);
  if (executed !== NEXT) await query(url, 'delete from kysely_migration');
  await query(url, `insert into kysely_migration values ('${executed}', '2026-11-25T08:00:00.000Z')`);
  await expect(migrate(url, allMigrations)).rejects.toThrow(message);
  expect(await readRows(url)).toEqual(before);
});
