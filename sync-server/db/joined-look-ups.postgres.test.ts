import { expect, it, onTestFinished } from 'vitest';
import { serverForTest } from '../testing/server-for-test.ts';
import { joinedLookUp } from './joined-look-ups.ts';
import type { Db } from './open.ts';
import { inTransaction } from './transaction.ts';

/** A look-up of the names of users that records what it was asked for at once. */
function nameLookUp() {
  const groups: (readonly string[])[] = [];
  const namesOf = async (db: Db, ids: readonly string[]) => {
    groups.push(ids);
    const rows = await db.selectFrom('users').select(['id', 'name']).where('id', 'in', ids).execute();
    return ids.map((id) => rows.find((row) => row.id === id)?.name);
  };
  const find = joinedLookUp<string, string | undefined>({
    one: async (db, id) => (await namesOf(db, [id]))[0],
    many: namesOf,
    nameOf: (id) => id,
  });
  return { groups, find };
}

const people = ['alice', 'bob', 'nobody', 'alice'];

it('look-ups of one turn are one query, and each finds its own', async () => {
  const { deps } = await serverForTest();
  const { groups, find } = nameLookUp();
  const names = await Promise.all(people.map((id) => find(deps.db, id)));
  expect(groups).toEqual([['alice', 'bob', 'nobody']]);
  expect(names).toEqual(['alice Ashdown', 'bob Ashdown', undefined, 'alice Ashdown']);
});

it('a look-up that is asked for while another is under way sees what was committed before it', async () => {
  const { deps } = await serverForTest();
  const { groups, find } = nameLookUp();
  const first = find(deps.db, 'alice');
  await expect.poll(() => groups).toHaveLength(1);
  await inTransaction(deps.db, (trx) =>
    trx.updateTable('users').set({ name: 'Alicia' }).where('id', '=', 'alice').execute(),
  );
  expect(await find(deps.db, 'alice')).toBe('Alicia');
  await first;
});

it('a look-up in a transaction is its own query and sees what the transaction wrote', async () => {
  const { deps } = await serverForTest();
  const { find } = nameLookUp();
  const names = await inTransaction(deps.db, async (trx) => {
    await trx.updateTable('users').set({ name: 'Alicia' }).where('id', '=', 'alice').execute();
    return Promise.all([find(trx, 'alice'), find(deps.db, 'alice')]);
  });
  expect(names).toEqual(['Alicia', 'alice Ashdown']);
});

it('the error of a query rejects all that share it, and the next one runs', async () => {
  const { deps } = await serverForTest();
  let isBroken = true;
  const run = async (keys: readonly string[]) => {
    if (isBroken) throw new Error('no connection');
    return [...keys];
  };
  const find = joinedLookUp<string, string | undefined>({
    one: async (_, key) => (await run([key]))[0],
    many: (_, keys) => run(keys),
    nameOf: (key) => key,
  });
  const ask = (keys: readonly string[]) =>
    Promise.allSettled(keys.map((key) => find(deps.db, key))).then((all) => all.map(({ status }) => status));
  expect(await ask(['a', 'b'])).toEqual(['rejected', 'rejected']);
  isBroken = false;
  expect(await ask(['a', 'b'])).toEqual(['fulfilled', 'fulfilled']);
});

it('a query that does not return holds up the others only for a moment', async () => {
  const { deps } = await serverForTest();
  let end = () => {};
  const stuck = new Promise<void>((resolve) => {
    end = resolve;
  });
  onTestFinished(end);
  const find = joinedLookUp<string, string>({
    one: async (_, key) => {
      if (key === 'stuck') await stuck;
      return key;
    },
    many: async (_, keys) => keys,
    nameOf: (key) => key,
  });
  void find(deps.db, 'stuck');
  await expect.poll(() => find(deps.db, 'other')).toBe('other');
});
