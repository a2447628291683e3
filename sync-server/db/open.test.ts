import { randomBytes } from 'node:crypto';
import { statSync } from 'node:fs';
import Sqlite from 'better-sqlite3';
import { type Kysely, sql } from 'kysely';
import { describe, expect, it, onTestFinished } from 'vitest';
import { databaseFile, openUntilTestEnds } from '../testing/database-file.ts';
import { migrate } from './migrate.ts';
import { type Database, openDatabase } from './open.ts';
import type { Tables } from './tables.ts';
import { inTransaction } from './transaction.ts';

async function databaseForTest(): Promise<{ db: Kysely<Tables>; file: string }> {
  const file = databaseFile();
  await migrate(file);
  return { db: openUntilTestEnds(file), file };
}

const count = (db: Database, name: string, value: number) =>
  inTransaction(db, (trx) => trx.insertInto('counters').values({ name, value }).execute());

describe('the database', () => {
  it('is durable at each commit, checks references and waits for other connections', async () => {
    const { db } = await databaseForTest();
    const pragma = async (name: string) =>
      Object.values((await sql.raw<Record<string, unknown>>(`pragma ${name}`).execute(db)).rows[0] ?? {})[0];
    expect(await pragma('journal_mode')).toBe('wal');
    expect(await pragma('synchronous')).toBe(2);
    expect(await pragma('foreign_keys')).toBe(1);
    expect(await pragma('busy_timeout')).toBe(5_000);
  });

  it('takes the write lock at the beginning of a transaction, and reading first never fails later', async () => {
    const { db, file } = await databaseForTest();
    const other = new Sqlite(file, { timeout: 0 });
    onTestFinished(() => {
      other.close();
    });
    const write = () => other.prepare("insert into counters (name, value) values ('theirs', 1)").run();
    await inTransaction(db, async (trx) => {
      await trx.selectFrom('counters').selectAll().execute();
      expect(write).toThrow(/locked/);
      await trx.insertInto('counters').values({ name: 'mine', value: 1 }).execute();
    });
    write();
    expect(await db.selectFrom('counters').selectAll().execute()).toHaveLength(2);
  });

  it('lets twenty writers on two connections succeed without an error', async () => {
    const { db, file } = await databaseForTest();
    const second = openDatabase(file);
    onTestFinished(() => second.destroy());
    const writers = Array.from({ length: 20 }, (_, i) => count(i % 2 === 0 ? db : second, `writer ${i}`, i));
    await Promise.all(writers);
    expect(await db.selectFrom('counters').selectAll().execute()).toHaveLength(20);
  });

  it('rolls a transaction back when it throws', async () => {
    const { db } = await databaseForTest();
    const failing = inTransaction(db, async (trx) => {
      await trx.insertInto('counters').values({ name: 'half', value: 1 }).execute();
      throw new Error('no');
    });
    await expect(failing).rejects.toThrow('no');
    expect(await db.selectFrom('counters').selectAll().execute()).toEqual([]);
  });

  it('has a log that does not grow with the number of commits', async () => {
    const { db, file } = await databaseForTest();
    for (let n = 0; n < 300; n += 1) await count(db, `${n} ${randomBytes(20_000).toString('hex')}`, n);
    // Twelve megabytes were written; SQLite limits the log to about four.
    expect(statSync(`${file}-wal`).size).toBeLessThan(6_000_000);
  });
});
