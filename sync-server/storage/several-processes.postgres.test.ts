import { describe, expect, it } from 'vitest';
import { CourseReportReply } from '#schema/reports/reports.ts';
import { activate, pullAll, sendBatch } from '../sync/sync-for-test.ts';
import { anotherServer, severalServers } from '../testing/postgres/several-servers.ts';
import { addQuiz, handIn } from '../testing/quiz-for-test.ts';
import { serverForTest } from '../testing/server-for-test.ts';
import type { TestServer } from '../testing/test-server.ts';

/** `ROWS=102000` is a long run. */
const ROWS = Number(process.env.ROWS ?? 90);
const WRITERS = 6;
/** The lessons of a module, which come in one batch with it. They divide the rows of each writer. */
const ROWS_AT_ONCE = ROWS / WRITERS > 1_000 ? 50 : 5;
/** The limits of a user's writes, which six writers of one admin exceed. */
const writesOf = (key: string) =>
  (['keyedWritesByUser', 'keyedWritesByUserAndDay'] as const).map((limit) => ({ limit, key }));
const LESSON = '/api/admin/lessons/tides-lesson-1';
const rename = (server: TestServer, title: string) =>
  server.request(LESSON, { method: 'PUT', as: server.people.admin, body: { title } });

async function two(): Promise<readonly [TestServer, TestServer]> {
  const [first, second] = await severalServers(2);
  if (first === undefined || second === undefined) throw new Error('There are too few servers');
  return [first, second];
}

describe('what one process writes', () => {
  it('is read from the next request on by the others, cached replies included', async () => {
    const [first, second] = await two();
    const read = async () => (await second.request('/api/courses/tides')).text;
    expect(await read()).not.toContain('Neap tide');
    expect((await rename(first, 'Neap tide')).status).toBe(200);
    expect(await read()).toContain('Neap tide');
    const catalogue = async () => (await second.request('/api/courses')).text;
    expect(await catalogue()).not.toContain('Ebb and flow');
    const body = { title: 'Ebb and flow' };
    await first.request('/api/admin/courses/tides', { method: 'PUT', as: first.people.admin, body });
    expect(await catalogue()).toContain('Ebb and flow');
  });

  it('is in their reports at once, where an admin decided it', async () => {
    const [first, second] = await two();
    const { alice, admin } = first.people;
    await addQuiz(first, { use: 'test', fields: { attemptsMax: 1 } });
    await activate(first, alice);
    await handIn(first, { as: alice, answer: 'b' });
    const { id } = await handIn(first, { as: alice });
    const passed = async () => {
      const reply = await second.request('/api/admin/reports/courses/tides', { as: admin });
      return reply.read(CourseReportReply).report.quizzes[0]?.scores?.passed;
    };
    expect(await passed()).toBe(0);
    const count = { method: 'PUT', as: admin };
    expect((await first.request(`/api/admin/attempts/${alice.id}/${id}/count`, count)).status).toBe(200);
    expect(await passed()).toBe(1);
  });

  it('ends the rights of a user at the others', async () => {
    const [first, second] = await two();
    expect((await rename(second, 'Allowed')).status).toBe(200);
    const { admin } = first.people;
    await first.request(`/api/users/${admin.id}/sessions`, { method: 'DELETE', as: admin });
    expect((await rename(second, 'Refused')).status).toBe(401);
  });

  it('reaches devices at the others, with their next look at the database', async () => {
    const [first, second] = await two();
    const response = await second.app.request('/api/events', {
      headers: { Authorization: `Bearer ${second.people.admin.token}` },
    });
    const reader = response.body?.getReader();
    const next = async () => new TextDecoder().decode((await reader?.read())?.value);
    expect(await next()).toBe('data: pull\n\n');
    second.deps.changeWatch.start();
    await rename(first, 'Neap tide');
    expect(await next()).toBe('data: pull\n\n');
    await reader?.cancel();
  });

  it('is counted with the attempts at the others', async () => {
    const [first, second] = await two();
    const guess = async (server: TestServer) => {
      const body = { email: server.people.bob.email, password: 'a wrong guess' };
      return (await server.request('/api/auth/login', { body })).status;
    };
    const statuses: number[] = [];
    for (let n = 0; n < 12; n += 1) statuses.push(await guess(n % 2 === 0 ? first : second));
    expect(statuses).toEqual([...Array.from({ length: 10 }, () => 401), 429, 429]);
  });
});

it(`a device that pulls while six writers of three processes write ${ROWS} rows misses none`, {
  timeout: 120_000 + ROWS * 60,
}, async () => {
  const servers = await severalServers(3);
  const [reader] = servers;
  if (reader === undefined) throw new Error('There is no server');
  const { admin } = reader.people;
  let { cursor } = await pullAll(reader, admin);
  const pulled = new Set<string>();
  let isWriting = true;
  const writers = Array.from({ length: WRITERS }, async (_, w) => {
    const server = servers[w % servers.length] ?? reader;
    for (let n = 0; n < ROWS / WRITERS; n += ROWS_AT_ONCE) {
      const moduleId = `m${w}-${n}`;
      const module = { path: '/api/admin/courses/tides/modules', body: { id: moduleId, title: moduleId } };
      const lessons = Array.from({ length: ROWS_AT_ONCE }, (_, i) => {
        const id = `w${w}-${n + i}`;
        return { path: `/api/admin/modules/${moduleId}/lessons`, body: { id, title: id } };
      });
      const { responses } = await sendBatch(server, [module, ...lessons], { as: admin });
      expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([200]));
      await server.deps.limits.clear(writesOf(admin.id));
    }
  });
  const written = Promise.all(writers).finally(() => {
    isWriting = false;
  });
  const pullMore = async () => {
    const { changes, cursor: next } = await pullAll(reader, admin, { cursor });
    cursor = next;
    for (const { kind, id } of changes) if (kind === 'lesson') pulled.add(id);
  };
  while (isWriting) await pullMore();
  await written;
  await pullMore();
  const all = await reader.deps.db.selectFrom('lessons').select('id').where('id', 'like', 'w%').execute();
  expect(all).toHaveLength(ROWS);
  expect(all.filter(({ id }) => !pulled.has(id))).toEqual([]);
});

describe('the start of another process', () => {
  it('leaves the epoch, and the cursors of devices, valid', async () => {
    const config = { secret: 'the same thirty-two bytes for all' };
    const first = await serverForTest({ config });
    const { admin } = first.people;
    const before = await pullAll(first, admin);
    await rename(first, 'Before');
    const second = await anotherServer(first);
    await rename(first, 'Meanwhile');
    await rename(second, 'After');
    const after = await pullAll(second, admin, { cursor: before.cursor });
    expect(after.epoch).toBe(before.epoch);
    expect(after.changes.map(({ id }) => id)).toContain('tides-lesson-1');
  });
});
