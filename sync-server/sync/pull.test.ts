import { describe, expect, it } from 'vitest';
import { TOMBSTONE_LIFETIME_DAYS } from '#schema/limits.ts';
import { recordChanges } from '../db/changes/changes-queries.ts';
import { removeOldTombstones } from '../db/changes/tombstone-queries.ts';
import { removeInPieces } from '../db/in-pieces.ts';
import { inTransaction } from '../db/transaction.ts';
import { fixtureCourse } from '../testing/fixture-courses.ts';
import { serverForTest } from '../testing/server-for-test.ts';
import type { TestServer } from '../testing/test-server.ts';
import { activate, edit, labels, pull, pullAll } from './sync-for-test.ts';

const DAY_MS = 24 * 60 * 60 * 1_000;
const twoCourses = { courses: [fixtureCourse(), fixtureCourse({ id: 'winds', status: 'unpublished' })] };

describe('a pull from the start', () => {
  it('returns the learner’s own user row and the courses they activated, whole', async () => {
    const server = await serverForTest(twoCourses);
    const { alice, bob } = server.people;
    await activate(server, alice);
    const entries = [
      { lessonId: 'tides-lesson-2', positionSeconds: 7, updatedAt: '2026-11-21T07:00:00.000Z' },
    ];
    await server.request('/api/progress', { method: 'PUT', as: alice, body: { entries } });
    const { changes } = await pullAll(server, alice);
    const found = labels(changes);
    expect(found).toHaveLength(1 + 2 + 4 + 4 + 3);
    expect(found.filter((label) => label.includes('winds'))).toEqual([]);
    expect(found.slice(-3)).toEqual(['activation tides', 'user alice', 'progress tides-lesson-2']);
    const lesson = changes.find(({ id }) => id === 'tides-lesson-1');
    expect(lesson).toMatchObject({
      kind: 'lesson',
      data: {
        courseId: 'tides',
        moduleId: 'tides-module-1',
        content: expect.stringContaining('Slack water'),
        version: 1,
      },
    });
    const course = changes.find(({ kind }) => kind === 'course');
    expect(course).toMatchObject({ data: { enrollmentCount: 1, status: 'published' } });
    expect(JSON.stringify(course)).not.toContain('codeStats');
    expect(labels((await pullAll(server, bob)).changes)).toEqual(['user bob']);
  });

  it('returns every course to an admin, with the numbers of its codes', async () => {
    const server = await serverForTest(twoCourses);
    await activate(server, server.people.alice);
    const { changes } = await pullAll(server, server.people.admin);
    const courses = changes.filter(({ kind }) => kind === 'course');
    expect(courses.map((change) => 'data' in change && change.data)).toMatchObject([
      { id: 'tides', codeStats: { total: 3, unused: 2, used: 1 } },
      { id: 'winds', codeStats: { total: 3, unused: 3, used: 0 } },
    ]);
    expect(labels(changes).filter((label) => label.startsWith('lesson'))).toHaveLength(8);
    expect(labels(changes)).not.toContain('user alice');
  });

  it('signs the addresses of own files as the content call does', async () => {
    const video = { id: 'f'.repeat(32), name: 'a.mp4', contentType: 'video/mp4', sizeBytes: 9, digest: 'd' };
    const server = await serverForTest({ courses: [fixtureCourse({ video })] });
    const { alice } = server.people;
    await activate(server, alice);
    const { changes } = await pullAll(server, alice);
    const lesson = changes.find(({ id }) => id === 'tides-lesson-1');
    const content = await server.request('/api/courses/tides/content', { as: alice });
    const address = /\/media\/[^"]+/.exec(content.text)?.[0];
    expect(lesson).toMatchObject({ data: { videoUrl: address, videoSizeBytes: 9 } });
  });
});

describe('a pull from a cursor', () => {
  it('returns the changes since, each row once and in its current state', async () => {
    const server = await serverForTest(twoCourses);
    const { alice } = server.people;
    await activate(server, alice);
    const { cursor } = await pullAll(server, alice);
    expect((await pull(server, alice, { cursor })).changes).toEqual([]);
    await edit(server, 'lessons/tides-lesson-1', { title: 'First' });
    await edit(server, 'lessons/tides-lesson-1', { title: 'Second' });
    await edit(server, 'lessons/winds-lesson-1', { title: 'Elsewhere' });
    await edit(server, 'modules/tides-module-2', { title: 'Turned' });
    const next = await pull(server, alice, { cursor });
    expect(labels(next.changes)).toEqual(['lesson tides-lesson-1', 'course tides', 'module tides-module-2']);
    expect(next.changes[0]).toMatchObject({ data: { title: 'Second', version: 3 } });
    expect(next.more).toBe(false);
    expect((await pull(server, alice, { cursor: next.cursor })).changes).toEqual([]);
  });

  it('reports deleted modules, lessons and resources', async () => {
    const server = await serverForTest();
    const { alice } = server.people;
    await activate(server, alice);
    const { cursor } = await pullAll(server, alice);
    await edit(server, 'modules/tides-module-2');
    await edit(server, 'resources/tides-lesson-1-resource');
    const { changes } = await pull(server, alice, { cursor });
    expect(labels(changes).sort()).toEqual([
      '-lesson tides-lesson-3',
      '-lesson tides-lesson-4',
      '-module tides-module-2',
      '-resource tides-lesson-1-resource',
      '-resource tides-lesson-3-resource',
      '-resource tides-lesson-4-resource',
      'course tides',
    ]);
  });

  it('reports a new activation and leaves the older rows to a fetch of the course', async () => {
    const server = await serverForTest();
    const { alice } = server.people;
    const { cursor } = await pullAll(server, alice);
    await activate(server, alice);
    const { changes } = await pull(server, alice, { cursor });
    expect(labels(changes)).toEqual(['activation tides', 'user alice']);
    expect(changes[1]).toMatchObject({ data: { activatedCourses: ['tides'] } });
  });

  it('reports access that was removed, and no other change of that course', async () => {
    const server = await serverForTest();
    const { alice } = server.people;
    await activate(server, alice);
    const { cursor } = await pullAll(server, alice);
    await edit(server, 'courses/tides', { status: 'unpublished' });
    expect(labels((await pull(server, alice, { cursor })).changes)).toEqual(['course tides']);
    await edit(server, 'lessons/tides-lesson-1', { title: 'Unseen' });
    await edit(server, 'courses/tides');
    const afterRevoke = await pull(server, alice, { cursor });
    expect(labels(afterRevoke.changes)).toEqual(['-activation tides', 'user alice']);
    expect(JSON.stringify(afterRevoke)).not.toContain('Unseen');
  });

  it('continues for a demoted admin, with the rows that learners may see', async () => {
    const server = await serverForTest(twoCourses);
    const { carol } = server.people;
    const setRole = (role: string) => edit(server, 'users/carol/role', { role });
    await setRole('admin');
    const { cursor } = await pullAll(server, carol);
    await edit(server, 'lessons/tides-lesson-1', { title: 'For admins' });
    await setRole('user');
    const { changes } = await pull(server, carol, { cursor });
    expect(labels(changes)).toEqual(['user carol']);
    expect(changes[0]).toMatchObject({ data: { role: 'user' } });
  });

  it('expires for a user who became an admin: they may now see more rows than they received', async () => {
    const server = await serverForTest(twoCourses);
    const { carol } = server.people;
    const { cursor } = await pullAll(server, carol);
    await edit(server, 'users/carol/role', { role: 'admin' });
    const response = await server.request(`/api/sync?cursor=${cursor}`, { as: carol });
    expect([response.status, response.refusal.code]).toEqual([410, 'cursor_expired']);
    expect(labels((await pullAll(server, carol)).changes)).toContain('course winds');
  });

  it.each([
    'x',
    'null',
    '%00',
    Buffer.from('1.x.1.1.own').toString('base64url'),
    Buffer.from(`1.${'a'.repeat(36)}.-1.0.own`).toString('base64url'),
    'A'.repeat(5_000),
  ])('rejects an invalid cursor: %s', async (cursor) => {
    const server = await serverForTest();
    const response = await server.request(`/api/sync?cursor=${cursor}`, { as: server.people.alice });
    expect([response.status, response.refusal.code]).toEqual([400, 'invalid_input']);
    expect(response.refusal.fields).toHaveProperty('cursor');
  });

  it('expires when it is of another epoch of the database', async () => {
    const server = await serverForTest();
    const epoch = `${'0'.repeat(8)}-0000-4000-8000-${'0'.repeat(12)}`;
    const position = { epoch, sequence: 1, startSequence: 1, scope: 'own', run: '' } as const;
    const cursor = server.deps.cursors.print(position);
    const response = await server.request(`/api/sync?cursor=${cursor}`, { as: server.people.alice });
    expect([response.status, response.refusal.code]).toEqual([410, 'cursor_expired']);
  });

  it('expires when it is of a later version', async () => {
    const server = await serverForTest();
    const cursor = Buffer.from('2.whatever').toString('base64url');
    const response = await server.request(`/api/sync?cursor=${cursor}`, { as: server.people.alice });
    expect([response.status, response.refusal.code]).toEqual([410, 'cursor_expired']);
  });
});

describe('tombstones', () => {
  const forget = (server: TestServer) =>
    removeInPieces(server.deps.db, (trx) => removeOldTombstones(trx, server.clock.now()));

  it('are retained for 90 days; a cursor older than the pruned ones expires', async () => {
    const server = await serverForTest();
    const { admin } = server.people;
    const before = (await pullAll(server, admin)).cursor;
    await edit(server, 'lessons/tides-lesson-4');
    const after = (await pullAll(server, admin)).cursor;
    server.clock.advance(TOMBSTONE_LIFETIME_DAYS * DAY_MS - 1_000);
    expect(await forget(server)).toBe(0);
    server.clock.advance(2_000);
    expect(await forget(server)).toBe(2);
    expect(await forget(server)).toBe(0);
    const token = await server.deps.sessions.issue({ id: 'admin', tokenVersion: 1 }, server.clock.now());
    const now = { ...admin, token };
    expect((await server.request(`/api/sync?cursor=${before}`, { as: now })).status).toBe(410);
    expect((await pull(server, now, { cursor: after })).changes).toEqual([]);
  });

  it('that were pruned do not expire a cursor that started after them', async () => {
    const server = await serverForTest();
    const { admin } = server.people;
    await edit(server, 'lessons/tides-lesson-4');
    await inTransaction(server.deps.db, (trx) =>
      recordChanges(trx, '2020-01-01T00:00:00.000Z', [
        { kind: 'lesson', id: 'tides-lesson-4', courseId: 'tides', isDeleted: true },
      ]),
    );
    expect(await forget(server)).toBe(1);
    const { changes, pages } = await pullAll(server, admin, { limit: 2 });
    expect(pages).toBeGreaterThan(3);
    expect(labels(changes)).not.toContain('lesson tides-lesson-4');
  });
});
