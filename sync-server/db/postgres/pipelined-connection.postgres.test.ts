import { describe, expect, it } from 'vitest';
import { serverForTest } from '#sync-server/testing/server-for-test.ts';
import { type ValueOf, writtenOnce } from '../compiled-once.ts';
import type { Db } from '../open.ts';
import { inSavepoint, inTransaction } from '../transaction.ts';

interface Counter {
  readonly name: string;
  readonly value: number;
}

/** Fails for a name that exists. */
const insert = writtenOnce((trx, value: ValueOf<Counter>) =>
  trx.insertInto('counters').values({ name: value('name'), value: value('value') }),
);

const read = async (db: Db, names: readonly string[]) => {
  const rows = await db.selectFrom('counters').selectAll().where('name', 'in', names).execute();
  return new Map(rows.map(({ name, value }) => [name, Number(value)]));
};

describe('writes that a transaction does not wait for', () => {
  it('are seen by its reads, and committed', async () => {
    const { db } = (await serverForTest()).deps;
    const names = Array.from({ length: 1_200 }, (_, n) => `counter-${n}`);
    const seen = await inTransaction(db, async (trx) => {
      for (const [value, name] of names.entries()) await insert(trx, { name, value });
      return read(trx, names);
    });
    expect(seen.size).toBe(1_200);
    expect(await read(db, names)).toEqual(seen);
  });

  it('reject the transaction with the error of the first that failed, and leave nothing', async () => {
    const { db } = (await serverForTest()).deps;
    const failing = inTransaction(db, async (trx) => {
      for (const value of [1, 2, 3]) await insert(trx, { name: 'twice', value });
    });
    await expect(failing).rejects.toThrow('duplicate key');
    expect((await read(db, ['twice'])).size).toBe(0);
  });

  it('report that error also where a later read fails because of it', async () => {
    const { db } = (await serverForTest()).deps;
    const failing = inTransaction(db, async (trx) => {
      for (const value of [1, 2]) await insert(trx, { name: 'twice', value });
      return read(trx, ['twice']);
    });
    await expect(failing).rejects.toThrow('duplicate key');
  });

  it('that fail in a savepoint are those of the savepoint alone', async () => {
    const { db } = (await serverForTest()).deps;
    await inTransaction(db, async (trx) => {
      await insert(trx, { name: 'kept', value: 1 });
      const failing = inSavepoint(trx, () => insert(trx, { name: 'kept', value: 2 }));
      await expect(failing).rejects.toThrow('duplicate key');
      await insert(trx, { name: 'later', value: 3 });
    });
    expect(await read(db, ['kept', 'later'])).toEqual(
      new Map([
        ['kept', 1],
        ['later', 3],
      ]),
    );
  });
});
