import { CompiledQuery } from 'kysely';
import { expect, it } from 'vitest';
import { serverForTest } from '#sync-server/testing/server-for-test.ts';
import { inJointScope, inScope } from '../transaction.ts';

const insert = (value: string) =>
  CompiledQuery.raw(`insert into counters (name, value) values ('joint', ${value}) returning value`);

it('a joint transaction whose last statement fails leaves nothing, and the next one commits', async () => {
  const { db } = (await serverForTest()).deps;
  const reads = [CompiledQuery.raw('select 1'), CompiledQuery.raw('select 2')] as const;
  const write = (value: string) =>
    inJointScope(db, ['alice'], reads, async (_trx, _rows, commit) => commit(insert(value)));
  const read = () => db.selectFrom('counters').select('value').where('name', '=', 'joint').execute();
  // By two connections: the one of the transaction sees its rows before they are committed.
  const stored = () => Promise.all([read(), read()]);
  await expect(write('1 / 0')).rejects.toThrow('division by zero');
  expect(await stored()).toEqual([[], []]);
  await write('7');
  expect(await stored()).toEqual([[{ value: 7 }], [{ value: 7 }]]);
  // The locks of both are released.
  await inScope(db, { persons: ['alice'] }, (trx) =>
    trx.deleteFrom('counters').where('name', '=', 'joint').execute(),
  );
  expect(await stored()).toEqual([[], []]);
});
