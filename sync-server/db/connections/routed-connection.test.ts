import { sql } from 'kysely';
import { describe, expect, it, onTestFinished } from 'vitest';
import { currentDatabase } from '#sync-server/testing/database-file.ts';
import { compiledOnce, type ValueOf } from '../compiled-once.ts';
import type { Db } from '../open.ts';
import { inSnapshot, inTransaction, type Trx } from '../transaction.ts';

const QUERIES = 40;

/** A query that takes some milliseconds on any machine. */
const count = sql`with recursive n (i) as (select 1 union all select i + 1 from n where i < 100000) select max(i) from n`;

async function countOften(trx: Trx): Promise<void> {
  for (let query = 0; query < QUERIES; query += 1) await count.execute(trx);
}

const put = (trx: Trx, name: string) => trx.insertInto('counters').values({ name, value: 1 }).execute();

it('lets the event loop turn between the queries of a long transaction', async () => {
  const db = await currentDatabase();
  let turns = 0;
  const timer = setInterval(() => {
    turns += 1;
  });
  onTestFinished(() => clearInterval(timer));
  await inTransaction(db, countOften);
  expect(turns).toBeGreaterThan(3);
});

it('runs no other query within the transaction meanwhile', async () => {
  const db = await currentDatabase();
  const order: string[] = [];
  const long = inTransaction(db, async (trx) => {
    await put(trx, 'first');
    await countOften(trx);
    await put(trx, 'last');
    order.push('long');
    throw new Error('rolled back');
  });
  const takenBack = expect(long).rejects.toThrow('rolled back');
  await new Promise((resolve) => setTimeout(resolve));
  expect(order).toEqual([]);
  const other = inTransaction(db, (trx) => put(trx, 'other')).then(() => order.push('other'));
  await takenBack;
  await other;
  expect(order).toEqual(['long', 'other']);
  const names = await db.selectFrom('counters').select('name').where('value', '=', 1).execute();
  expect(names.map(({ name }) => name)).toContain('other');
  expect(names.map(({ name }) => name)).not.toContain('first');
});

describe('a read outside of transactions', () => {
  const countOf = async (db: Db, name: string) =>
    (await db.selectFrom('counters').select('value').where('name', '=', name).execute()).length;

  it('waits for no transaction and sees nothing of it before its commit', async () => {
    const db = await currentDatabase();
    const seen: number[] = [];
    await inTransaction(db, async (trx) => {
      await put(trx, 'written');
      seen.push(await countOf(db, 'written'), await countOf(trx, 'written'));
    });
    seen.push(await countOf(db, 'written'));
    expect(seen).toEqual([0, 1, 1]);
  });

  it('sees the last commit while a snapshot is open, which does not', async () => {
    const db = await currentDatabase();
    await inSnapshot(db, async (snapshot) => {
      expect(await countOf(snapshot, 'written')).toBe(0);
      await inTransaction(db, (trx) => put(trx, 'written'));
      expect([await countOf(snapshot, 'written'), await countOf(db, 'written')]).toEqual([0, 1]);
    });
  });

  it('does the same when it is compiled once', async () => {
    const named = compiledOnce((from, value: ValueOf<{ name: string }>) =>
      from.selectFrom('counters').select('value').where('name', '=', value('name')),
    );
    const db = await currentDatabase();
    const ended: Trx[] = [];
    await inTransaction(db, async (trx) => {
      await put(trx, 'written');
      expect([await named(db, { name: 'written' }), await named(trx, { name: 'written' })]).toEqual([
        [],
        [{ value: 1 }],
      ]);
      ended.push(trx);
    });
    for (const trx of ended) await expect(named(trx, { name: 'written' })).rejects.toThrow(/committed/);
  });
});
