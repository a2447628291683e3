import { expect, it } from 'vitest';
import { describeRevision } from '#schema/commands/history-sentences.ts';
import { endpoints } from '#schema/endpoints/endpoints.ts';
import { fixtureCourse } from '../testing/fixture-courses.ts';
import { openInbox } from '../testing/inbox.ts';
import { serverForTest } from '../testing/server-for-test.ts';
import type { TestServer } from '../testing/test-server.ts';
import { put, registered, unlock } from './codes-for-test.ts';

const KEY = '0190f5a0-0000-7000-8000-000000000004';
const give = (server: TestServer, userId = 'bob', courseId = 'tides', key?: string) =>
  server.request(`/api/admin/codes/access/${courseId}/${userId}`, {
    ...{ as: server.people.admin, method: 'POST' },
    ...(key === undefined ? {} : { key }),
  });
const contentStatus = async (server: TestServer) =>
  (await server.request('/api/courses/tides/content', { as: server.people.bob })).status;
const personOf = async (server: TestServer, id = 'bob') =>
  (await server.request(`/api/admin/users/${id}`, { as: server.people.admin })).read(
    endpoints.getPerson.output,
  ).person;
const activity = async (server: TestServer) =>
  (await server.request('/api/admin/audit', { as: server.people.admin }))
    .read(endpoints.listAudit.output)
    .revisions.map(describeRevision);

it('access that is given without a code is counted once, pulled by the learner, and is in the activity', async () => {
  const server = await serverForTest();
  expect((await give(server, 'bob', 'tides', KEY)).status).toBe(200);
  const repeat = await give(server, 'bob', 'tides', KEY);
  expect([repeat.status, repeat.header('Idempotency-Replayed')]).toEqual([200, 'true']);
  expect((await give(server)).status).toBe(200);
  expect(await contentStatus(server)).toBe(200);
  expect((await personOf(server)).courses).toMatchObject([{ courseId: 'tides', unlocking: 'given' }]);
  const stats = await server.request('/api/admin/stats', { as: server.people.admin });
  expect(stats.read(endpoints.getStats.output).stats.totalActivations).toBe(1);
  const { changes } = (await server.request('/api/sync', { as: server.people.bob })).read(
    endpoints.pull.output,
  );
  expect(changes.map(({ kind, id }) => `${kind} ${id}`)).toContain('activation tides');
  expect(await activity(server)).toEqual(['gave bob Ashdown access to course “Reading the tides”']);
});

it('the learner gets the mail that unlocking sends, once, also for an unpublished course and for a return', async () => {
  const inbox = await openInbox();
  const config = { smtpUrl: inbox.url, publicUrl: 'https://learn.example.org' };
  const courses = [fixtureCourse({ status: 'unpublished' })];
  const server = await serverForTest({ config, courses });
  await server.request('/api/admin/site', {
    ...{ method: 'PUT', as: server.people.admin, body: { name: 'Harbour School' } },
  });
  await give(server);
  await give(server);
  await server.deps.mails.drain();
  expect(inbox.mails).toMatchObject([
    { recipients: ['bob@example.org'], mail: { subject: '“Reading the tides” is unlocked' } },
  ]);
  expect(inbox.mails[0]?.mail.text).toContain('https://learn.example.org/courses/tides/learn');
  expect(inbox.mails[0]?.mail.html).toContain('Harbour School</p>');
  await put(server, 'access/tides/bob', { revoked: true, reason: '' });
  await give(server);
  await server.deps.mails.drain();
  expect(inbox.mails).toHaveLength(2);
});

it('access that was removed returns with the code that gave it', async () => {
  const server = await serverForTest();
  const { batch } = await registered(server);
  await unlock(server, server.people.bob, 'AAAA-BBBB-CCCC');
  await put(server, 'access/tides/bob', { revoked: true, reason: 'Refund' });
  expect(await contentStatus(server)).toBe(403);
  expect((await personOf(server)).courses).toMatchObject([{ unlocking: 'code', reason: 'Refund' }]);
  expect((await give(server)).status).toBe(200);
  expect(await contentStatus(server)).toBe(200);
  const { courses, codes } = await personOf(server);
  expect(courses).toMatchObject([{ unlocking: 'code', revokedAt: null, reason: '' }]);
  expect(codes).toMatchObject([{ code: 'AAAA-BBBB-CCCC', batchId: batch.id, undoneAt: null }]);
  expect((await activity(server))[0]).toBe(
    'restored the access of bob Ashdown to course “Reading the tides”',
  );
});

it('access is given to users and courses that exist only', async () => {
  const server = await serverForTest();
  expect((await give(server, 'nobody')).refusal.code).toBe('user_not_found');
  expect((await give(server, 'bob', 'nothing')).refusal.code).toBe('course_not_found');
});
