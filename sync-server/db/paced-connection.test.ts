import { sql } from 'kysely';
import { expect, it, onTestFinished } from 'vitest';
import { currentDatabase } from '../testing/database-file.ts';
import { inTransaction, type Trx } from './transaction.ts';

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
