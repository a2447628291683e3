import { describe, expect, it } from 'vitest';
import { endpoints } from '#schema/endpoints/endpoints.ts';
import type { Change } from '#schema/sync/pull.ts';
import type { Person } from '../testing/people.ts';
import { serverForTest } from '../testing/server-for-test.ts';
import type { TestServer } from '../testing/test-server.ts';
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
