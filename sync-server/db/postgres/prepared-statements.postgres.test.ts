import { sql } from 'kysely';
import pino from 'pino';
import { describe, expect, it, onTestFinished } from 'vitest';
import { query, returnTestDatabase, takeTestDatabase } from '#sync-server/testing/postgres/test-database.ts';
import type { Database } from '../open.ts';
import { openPool, openPostgres } from './open-postgres.ts';

async function databaseForTest() {
  const url = (await takeTestDatabase()) ?? '';
  onTestFinished(() => returnTestDatabase(url));
  return url;
}

function open(url: string): Database {
  const db = openPostgres(openPool(url, pino({ level: 'silent' })));
  onTestFinished(() => db.destroy());
  return db;
}

async function findCounter(db: Database, times: number): Promise<void> {
  for (let done = 0; done < times; done += 1)
    await db.selectFrom('counters').select('value').where('name', '=', 'changes').execute();
}

async function listPrepared(db: Database): Promise<unknown[]> {
  const { rows } = await sql<{ statement: string }>`select statement from pg_prepared_statements`.execute(db);
  return rows.map(({ statement }) => statement);
}

describe('queries on PostgreSQL', () => {
  it('that are run again and again are prepared, once for a connection', async () => {
    const db = open(await databaseForTest());
    await findCounter(db, 2);
    expect(await listPrepared(db)).toEqual([]);
    await findCounter(db, 10);
    expect(await listPrepared(db)).toEqual([expect.stringMatching(/^select "value" from "counters"/)]);
  });

  it('are not prepared behind a pooler, which gives each transaction another connection', async () => {
    const url = await databaseForTest();
    // As the server’s process has another number than the pooler says.
    const body = '$$ select 1 $$';
    await query(url, `create function public.pg_backend_pid() returns integer language sql as ${body}`);
    const db = open(`${url}?options=${encodeURIComponent('-c search_path=public,pg_catalog')}`);
    await findCounter(db, 10);
    expect(await listPrepared(db)).toEqual([]);
  });

  it('continue while a newer process adds a column', async () => {
    const url = await databaseForTest();
    const db = open(url);
    const readAll = () => db.selectFrom('counters').selectAll().where('name', '=', 'changes').execute();
    const readOne = () => db.selectFrom('counters').select('value').where('name', '=', 'changes').execute();
    for (let done = 0; done < 10; done += 1) await Promise.all([readAll(), readOne()]);
    await query(url, `alter table counters add column "addedLater" text`);
    for (let done = 0; done < 20; done += 1) await Promise.all([readAll(), readOne()]);
  });
});
