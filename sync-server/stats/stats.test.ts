import { expect, it } from 'vitest';
import { StatsReply } from '#schema/stats.ts';
import { insertActivation } from '../activation/activation-queries.ts';
import { inTransaction } from '../db/transaction.ts';
import { fixtureCourse } from '../testing/fixture-courses.ts';
import { serverForTest } from '../testing/server-for-test.ts';
import type { TestServer } from '../testing/test-server.ts';

const DAY_MS = 24 * 60 * 60 * 1_000;

/** Requested with a new session, because the clock advances by weeks. */
async function statsOf(server: TestServer) {
  const row = { id: 'admin', tokenVersion: 1 };
  const token = await server.deps.sessions.issue(row, server.clock.now());
  const as = { ...server.people.admin, token };
  return (await server.request('/api/admin/stats', { as })).read(StatsReply).stats;
}

const activate = (server: TestServer, userId: string, courseId: string) =>
  inTransaction(server.deps.db, (trx) =>
    insertActivation(trx, { userId, courseId, at: server.clock.now().toISOString() }),
  );

it('counts every course, user and activation', async () => {
  const courses = [fixtureCourse(), fixtureCourse({ id: 'stars', title: 'Stars', status: 'unpublished' })];
  const server = await serverForTest({ courses });
  await activate(server, 'alice', 'tides');
  await activate(server, 'alice', 'stars');
  await activate(server, 'bob', 'tides');
  const stats = await statsOf(server);
  expect(stats).toMatchObject({ totalCourses: 2, totalUsers: 4, totalActivations: 3 });
});

it('shows the newest activations first, with the title of their course and the learner', async () => {
  const courses = Array.from({ length: 22 }, (_, i) => fixtureCourse({ id: `c-${i}`, title: `Course ${i}` }));
  const server = await serverForTest({ courses });
  for (let i = 0; i < courses.length; i += 1) {
    server.clock.advance(1_000);
    await activate(server, 'alice', `c-${i}`);
  }
  const { recentActivations } = await statsOf(server);
  expect(recentActivations).toHaveLength(20);
  const activatedAt = server.clock.now().toISOString();
  const learner = { userId: 'alice', userName: 'alice Ashdown' };
  expect(recentActivations[0]).toEqual({
    ...{ courseId: 'c-21', courseTitle: 'Course 21', activatedAt },
    ...learner,
  });
  expect(recentActivations.at(-1)?.courseId).toBe('c-2');
});

it('shows activations of the same moment in one order, whichever was inserted first', async () => {
  const ids = ['b', 'd', 'a', 'c'];
  const server = await serverForTest({ courses: ids.map((id) => fixtureCourse({ id, title: id })) });
  for (const id of ids) await activate(server, 'alice', id);
  const { recentActivations } = await statsOf(server);
  expect(recentActivations.map(({ courseId }) => courseId)).toEqual(['a', 'b', 'c', 'd']);
});

it('counts per UTC day over the last thirty, today last, including days without any', async () => {
  const server = await serverForTest();
  await activate(server, 'alice', 'tides');
  server.clock.advance(DAY_MS * 1 + 1);
  await activate(server, 'bob', 'tides');
  await activate(server, 'carol', 'tides');
  server.clock.advance(DAY_MS * 28);
  const first = await statsOf(server);
  const days = first.activationsPerDay;
  expect(days).toHaveLength(30);
  expect(days.slice(0, 3)).toEqual([
    { day: '2026-11-21', count: 1 },
    { day: '2026-11-22', count: 2 },
    { day: '2026-11-23', count: 0 },
  ]);
  expect(days.at(-1)).toEqual({ day: '2026-12-20', count: 0 });
  server.clock.advance(DAY_MS);
  const later = await statsOf(server);
  expect(later.activationsPerDay[0]).toEqual({ day: '2026-11-22', count: 2 });
  expect(later.totalActivations).toBe(3);
});

it('is for admins only', async () => {
  const server = await serverForTest();
  expect((await server.request('/api/admin/stats', { as: server.people.bob })).status).toBe(403);
  expect((await server.request('/api/admin/stats')).status).toBe(401);
});
