import { describe, expect, it } from 'vitest';
import { countCodes } from '../activation/code-queries.ts';
import { inTransaction, type Trx } from '../db/transaction.ts';
import { onSqlite } from '../testing/postgres/on-sqlite.ts';
import { serverForTest } from '../testing/server-for-test.ts';
import type { TestServer } from '../testing/test-server.ts';
import { watchQueries } from '../testing/watched-queries.ts';
import { getBatch } from './batch-commands.ts';
import { insertBatch, insertNewCodes, newBatch, updateBatch } from './batch-queries.ts';
import { markUsedUp } from './mark-used-up.ts';

const CODES = 1_000;

/** A batch whose codes, of one use each, are all used. */
async function usedBatch({ deps: { db, clock } }: TestServer) {
  const at = clock.now().toISOString();
  const batch = { ...newBatch, id: 'used', courseId: 'tides', createdAt: at, count: CODES, uses: CODES };
  const codes = Array.from({ length: CODES }, (_, at) => `USED-${String(at).padStart(6, '0')}`);
  await inTransaction(db, async (trx) => {
    await insertBatch(trx, batch);
    await insertNewCodes(trx, { courseId: 'tides', batch: 'used', codes, at });
    await trx
      .updateTable('activationCodes')
      .set({ uses: 1, isUsedUp: 1 })
      .where('batch', '=', 'used')
      .execute();
  });
}

const setMaxUses = (server: TestServer, maxUses: number) =>
  server.request('/api/admin/codes/used', {
    ...{ as: server.people.admin, method: 'PUT', body: { maxUses } },
  });

const unused = async ({ deps: { db, clock } }: TestServer) =>
  (await countCodes(db, { courseId: 'tides', at: clock.now().toISOString() })).unused;

const unlock = (server: TestServer, who: 'alice' | 'bob', code: string) =>
  server.request('/api/courses/tides/activate', { as: server.people[who], body: { activationCode: code } });

describe('another number of uses of a large batch', () => {
  onSqlite(it)('marks its codes in pieces, because other writers wait meanwhile', async () => {
    const server = await serverForTest();
    await usedBatch(server);
    const queries = await watchQueries(server, () => setMaxUses(server, 2));
    const pieces = queries.filter(({ sql }) => /^select .*from "activationCodes".*"id" > /.test(sql));
    expect(pieces).toHaveLength(5);
  });

  it('opens and closes its codes, and their counts follow', async () => {
    const server = await serverForTest();
    await usedBatch(server);
    const before = await unused(server);
    expect((await setMaxUses(server, 2)).status).toBe(200);
    expect(await unused(server)).toBe(before + CODES);
    expect((await setMaxUses(server, 1)).status).toBe(200);
    expect(await unused(server)).toBe(before);
  });

  it('counts for learners at once, and is marked by the clean-up when the server ended in between', async () => {
    const server = await serverForTest();
    await usedBatch(server);
    const before = await unused(server);
    const { db } = server.deps;
    const change = (maxUses: number) => (trx: Trx) =>
      getBatch(trx, 'used').then((batch) => updateBatch(trx, batch, { maxUses }));
    await inTransaction(db, change(2));
    expect((await unlock(server, 'alice', 'USED-000999')).status).toBe(200);
    await inTransaction(db, change(1));
    await inTransaction(db, change(3));
    await inTransaction(db, change(1));
    expect((await unlock(server, 'bob', 'USED-000001')).refusal.code).toBe('code_used');
    await inTransaction(db, change(2));
    await Promise.all([markUsedUp(server.deps), markUsedUp(server.deps)]);
    expect(await unused(server)).toBe(before + CODES - 1);
  });
});
