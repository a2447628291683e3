import { describe, expect, it } from 'vitest';
import { endpoints } from '#schema/endpoints/endpoints.ts';
import type { Change } from '#schema/sync/pull.ts';
import { insertActivation } from '../activation/activation-queries.ts';
import { countLearners, countPerDay } from '../courses/count-queries.ts';
import { liveActivations } from '../db/live-rows.ts';
import { inTransaction } from '../db/transaction.ts';
import { insertUser } from '../sessions/user-queries.ts';
import type { Person } from '../testing/people.ts';
import { onSqlite } from '../testing/postgres/on-sqlite.ts';
import { serverForTest } from '../testing/server-for-test.ts';
import type { TestServer } from '../testing/test-server.ts';
import { watchQueries } from '../testing/watched-queries.ts';
import { listBatches, listCodes, put, registered, unlock } from './codes-for-test.ts';

const CODE = 'AAAA-BBBB-CCCC';

const pull = async (server: TestServer, as: Person, cursor?: string) =>
  (await server.request(`/api/sync${cursor === undefined ? '' : `?cursor=${cursor}`}`, { as })).read(
    endpoints.pull.output,
  );

const kindsOf = (changes: readonly Change[]) =>
  changes.map(({ kind, id, deleted }) => `${kind} ${id}${deleted ? ' deleted' : ''}`).sort();

const contentStatus = async (server: TestServer, as: Person) =>
  (await server.request('/api/courses/tides/content', { as })).status;

const saveProgress = (server: TestServer, as: Person) =>
  server.request('/api/progress', {
    ...{ as, method: 'PUT' },
    body: {
      entries: [{ lessonId: 'tides-lesson-1', positionSeconds: 4, updatedAt: '2026-11-21T07:00:00.000Z' }],
    },
  });

describe('a revoked batch', () => {
  it('unlocks nothing with any of its codes until it is restored, and keeps what it unlocked', async () => {
    const server = await serverForTest();
    const { alice, bob } = server.people;
    const { batch } = await registered(server);
    await unlock(server, alice, CODE);
    await put(server, `${batch.id}/revoked`, { revoked: true });
    expect((await unlock(server, bob, 'DDDD-EEEE-FFFF')).refusal.code).toBe('code_revoked');
    expect(await contentStatus(server, alice)).toBe(200);
    await put(server, `${batch.id}/revoked`, { revoked: false });
    expect((await unlock(server, bob, 'DDDD-EEEE-FFFF')).status).toBe(200);
  });

  it('counts its codes as unused no more', async () => {
    const server = await serverForTest();
    const { batch } = await registered(server);
    const stats = async () =>
      (await server.request('/api/admin/courses/tides', { as: server.people.admin })).read(
        endpoints.getAdminCourse.output,
      ).course;
    expect((await stats()).codeStats).toEqual({ total: 5, unused: 5, used: 0 });
    await put(server, `${batch.id}/revoked`, { revoked: true });
    expect((await stats()).codeStats).toEqual({ total: 5, unused: 3, used: 0 });
    expect((await stats()).activationCodes).not.toContain(CODE);
  });

  it('is a later version, once: revoking it again changes nothing', async () => {
    const server = await serverForTest();
    const { batch } = await registered(server);
    for (const _ of [1, 2]) await put(server, `${batch.id}/revoked`, { revoked: true });
    expect((await listBatches(server)).find(({ id }) => id === batch.id)).toMatchObject({ version: 2 });
    expect(await server.deps.db.selectFrom('revisions').select('after').execute()).toHaveLength(2);
  });
});

describe('a revoked code', () => {
  it('unlocks nothing, and others of its batch do', async () => {
    const server = await serverForTest();
    const { codeId } = await registered(server);
    await put(server, `codes/${codeId}/revoked`, { revoked: true });
    const redeem = server.request('/api/activate', {
      as: server.people.bob,
      body: { activationCode: CODE },
    });
    expect((await redeem).refusal.code).toBe('code_revoked');
    expect((await unlock(server, server.people.bob, 'DDDD-EEEE-FFFF')).status).toBe(200);
  });

  it('keeps the access that it gave, unless it is removed with it', async () => {
    const server = await serverForTest();
    const { alice } = server.people;
    const { batch, codeId } = await registered(server);
    await unlock(server, alice, CODE);
    await put(server, `codes/${codeId}/revoked`, { revoked: true });
    expect(await contentStatus(server, alice)).toBe(200);
    await put(server, `codes/${codeId}/revoked`, { revoked: true, removesAccess: true, reason: 'Refund' });
    expect(await contentStatus(server, alice)).toBe(403);
    const [code] = await listCodes(server, batch.id);
    expect(code).toMatchObject({ uses: 1, redemptions: [{ userId: 'alice', undoneAt: expect.any(String) }] });
  });
});

describe('removed access', () => {
  it('reaches the devices as a tombstone, and the progress stays', async () => {
    const server = await serverForTest();
    const { alice } = server.people;
    await registered(server);
    await unlock(server, alice, CODE);
    await saveProgress(server, alice);
    const { cursor } = await pull(server, alice);
    await put(server, 'access/tides/alice', { revoked: true, reason: 'Refund' });
    const { changes } = await pull(server, alice, cursor);
    expect(kindsOf(changes)).toEqual(['activation tides deleted', 'user alice']);
    expect(await server.deps.db.selectFrom('progress').select('lessonId').execute()).toHaveLength(1);
    expect(changes.find(({ kind }) => kind === 'user')).toMatchObject({ data: { activatedCourses: [] } });
  });

  it('returns with every row of its progress, since devices have dropped them', async () => {
    const server = await serverForTest();
    const { alice } = server.people;
    await unlock(server, alice, 'TIDES-CODE-1');
    await saveProgress(server, alice);
    await put(server, 'access/tides/alice', { revoked: true });
    const { cursor } = await pull(server, alice);
    await put(server, 'access/tides/alice', { revoked: false });
    const { changes } = await pull(server, alice, cursor);
    expect(kindsOf(changes)).toEqual(['activation tides', 'progress tides-lesson-1', 'user alice']);
    expect(await contentStatus(server, alice)).toBe(200);
  });

  it('is not returned by the code that gave it, and is by another one', async () => {
    const server = await serverForTest();
    const { alice } = server.people;
    await registered(server, { maxUses: 5 });
    await unlock(server, alice, CODE);
    await put(server, 'access/tides/alice', { revoked: true });
    expect((await unlock(server, alice, CODE)).refusal.code).toBe('code_used');
    expect((await unlock(server, alice, 'TIDES-CODE-1')).status).toBe(200);
    expect(await contentStatus(server, alice)).toBe(200);
  });

  it('is counted with the learners no more, until it is restored', async () => {
    const server = await serverForTest();
    await unlock(server, server.people.alice, 'TIDES-CODE-1');
    const learners = async () =>
      (await server.request('/api/courses/tides')).read(endpoints.getCourse.output).course.enrollmentCount;
    expect(await learners()).toBe(1);
    for (const _ of [1, 2]) await put(server, 'access/tides/alice', { revoked: true });
    expect(await learners()).toBe(0);
    for (const _ of [1, 2]) await put(server, 'access/tides/alice', { revoked: false });
    expect(await learners()).toBe(1);
  });

  it('is unknown for a user who never unlocked the course', async () => {
    const server = await serverForTest();
    const { refusal } = await put(server, 'access/tides/bob', { revoked: true });
    expect(refusal.code).toBe('access_not_found');
  });

  it('accepts no progress, and accepts what was skipped when it is sent again later', async () => {
    const server = await serverForTest();
    const { alice } = server.people;
    await unlock(server, alice, 'TIDES-CODE-1');
    await put(server, 'access/tides/alice', { revoked: true });
    await saveProgress(server, alice);
    expect(await server.deps.db.selectFrom('progress').select('lessonId').execute()).toEqual([]);
    await put(server, 'access/tides/alice', { revoked: false });
    await saveProgress(server, alice);
    expect(await server.deps.db.selectFrom('progress').select('lessonId').execute()).toHaveLength(1);
  });

  it('is in the history with the user and the course, and without a code', async () => {
    const server = await serverForTest();
    const { codeId } = await registered(server);
    await unlock(server, server.people.alice, CODE);
    await put(server, `codes/${codeId}/revoked`, { revoked: true, removesAccess: true });
    const rows = await server.deps.db
      .selectFrom('revisions')
      .select(['entityId', 'after'])
      .orderBy('id')
      .execute();
    expect(rows.slice(1)).toEqual([
      { entityId: codeId, after: '{"codeState":"revoked"}' },
      { entityId: 'alice', after: '{"access":"removed","user":"alice Ashdown"}' },
    ]);
  });
});

describe('the access of many learners, which one code gave', () => {
  const COUNT = 603;

  /** So many learners have redeemed the code, at two days. */
  async function redeemByMany(server: TestServer, codeId: string): Promise<void> {
    const { db, clock } = server.deps;
    const createdAt = clock.now().toISOString();
    const ids = Array.from({ length: COUNT }, (_, i) => `learner-${i}`);
    await inTransaction(db, async (trx) => {
      for (const [i, id] of ids.entries()) {
        const account = { id, name: `Learner ${i}`, email: `${id}@example.org`, passwordHash: 'none' };
        await insertUser(trx, { ...account, role: 'user', createdAt });
        const at = i % 2 === 0 ? createdAt : '2026-11-20T08:00:00.000Z';
        await insertActivation(trx, { userId: id, courseId: 'tides', codeId, at });
        const redemption = { id, codeId, courseId: 'tides', userId: id, at, undoneAt: null, reason: '' };
        await trx.insertInto('redemptions').values(redemption).execute();
      }
    });
  }

  const removal = { revoked: true, removesAccess: true, reason: 'Leaked' };

  it('is removed from each, with a tombstone, a change of the history and the numbers', async () => {
    const server = await serverForTest();
    const { db } = server.deps;
    const { codeId } = await registered(server, { maxUses: 10_000 });
    await unlock(server, server.people.alice, 'TIDES-CODE-1');
    await redeemByMany(server, codeId);
    for (const _ of [1, 2]) expect((await put(server, `codes/${codeId}/revoked`, removal)).status).toBe(200);
    const left = await db.selectFrom(liveActivations).select('userId').execute();
    expect(left).toEqual([{ userId: 'alice' }]);
    const undone = await db
      .selectFrom('redemptions')
      .select('userId')
      .where('reason', '=', 'Leaked')
      .execute();
    expect(undone).toHaveLength(COUNT);
    const tombstones = db.selectFrom('changes').select('userId').where('kind', '=', 'activation');
    expect(await tombstones.where('isDeleted', '=', 1).execute()).toHaveLength(COUNT);
    const history = await db.selectFrom('revisions').select(['entityId', 'after']).execute();
    expect(history.filter(({ after }) => after.includes('"access":"removed"'))).toHaveLength(COUNT);
    expect(history.find(({ entityId }) => entityId === 'learner-7')?.after).toContain('Learner 7');
    expect(await countLearners(db, 'tides')).toBe(1);
    const days = await countPerDay(db, { from: '2026-11-20', to: '2026-11-21' });
    expect([...days.values()].reduce((sum, count) => sum + count, 0)).toBe(1);
  });

  onSqlite(it)('is removed in few statements, because other writers wait meanwhile', async () => {
    const server = await serverForTest();
    const { codeId } = await registered(server, { maxUses: 10_000 });
    await redeemByMany(server, codeId);
    const queries = await watchQueries(server, () => put(server, `codes/${codeId}/revoked`, removal));
    expect(queries.length).toBeGreaterThan(10);
    expect(queries.length).toBeLessThan(60);
  });
});
