import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { inTransaction } from '#sync-server/db/transaction.ts';
import { serverForTest } from '#sync-server/testing/server-for-test.ts';
import type { TestServer } from '#sync-server/testing/test-server.ts';
import { addLesson, type Called, renameLesson, sendBatch, toBatched } from '../sync-for-test.ts';

const statuses = (responses: readonly { status: number }[]) => responses.map(({ status }) => status);
const receipts = (server: TestServer) => server.deps.db.selectFrom('receipts').selectAll().execute();
const titles = async (server: TestServer) =>
  (await server.deps.db.selectFrom('lessons').select(['id', 'title']).orderBy('id').execute()).map(
    ({ id, title }) => `${id}: ${title}`,
  );
const progressOf = (lessonId: string, positionSeconds: number): Called => ({
  method: 'PUT',
  path: '/api/progress',
  body: { entries: [{ lessonId, positionSeconds, updatedAt: '2026-11-21T07:00:00.000Z' }] },
});

/** Processor time, some times as long as it takes to parse a megabyte. */
const QUICK_CPU_US = 250_000;

describe('a batch', () => {
  it('runs its calls in order and returns the same replies as single calls', async () => {
    const server = await serverForTest();
    const { admin } = server.people;
    const key = randomUUID();
    const { responses, failedId } = await sendBatch(
      server,
      [
        { ...addLesson('ebb'), key },
        renameLesson('ebb', 'The ebb'),
        { path: '/api/admin/courses/tides', key: null },
        { method: 'DELETE', path: '/api/admin/lessons/ebb' },
        { path: '/api/admin/courses/tides', key: null },
      ],
      { as: admin },
    );
    expect(failedId).toBeNull();
    expect(statuses(responses)).toEqual([200, 200, 200, 200, 200]);
    expect(responses[0]?.headers).toMatchObject({ receipt: key, etag: '"1"' });
    expect(responses[0]?.body).toMatchObject({ lesson: { id: 'ebb', version: 1 } });
    expect(responses[1]?.body).toMatchObject({ lesson: { title: 'The ebb', version: 2 } });
    expect(JSON.stringify(responses[2]?.body)).toContain('The ebb');
    expect(JSON.stringify(responses[4]?.body)).not.toContain('The ebb');
    expect(responses[2]?.headers.receipt).toBeUndefined();
  });

  it('rejects one without blocking the others, and stores the rejection', async () => {
    const server = await serverForTest();
    const { admin } = server.people;
    const calls = [
      addLesson('ebb'),
      renameLesson('nowhere', 'x'),
      { ...renameLesson('ebb', 'Late'), headers: { 'If-Match': '"7"' } },
      { ...renameLesson('ebb', 'In time'), headers: { 'If-Match': '"1"' } },
      { ...addLesson('flow'), body: { title: 3 } },
    ].map((call) => ({ ...call, key: randomUUID() }));
    const { responses, failedId } = await sendBatch(server, calls, { as: admin });
    expect(statuses(responses)).toEqual([200, 404, 412, 200, 400]);
    expect(failedId).toBeNull();
    expect(responses[2]?.body).toMatchObject({ code: 'version_conflict', current: { title: 'ebb' } });
    expect(responses.map(({ headers }) => headers.receipt)).toEqual(calls.map(({ key }) => key));
    expect((await receipts(server)).length).toBe(5);
  });

  it('is served from the receipts when it is repeated, alone or together', async () => {
    const server = await serverForTest();
    const { admin } = server.people;
    const calls = [addLesson('ebb'), addLesson('flow')].map((call) => ({ ...call, key: randomUUID() }));
    const first = await sendBatch(server, calls, { as: admin });
    const second = await sendBatch(server, [...calls, addLesson('slack')], { as: admin });
    expect(second.responses.slice(0, 2).map(({ body }) => body)).toEqual(
      first.responses.map(({ body }) => body),
    );
    expect(second.responses.map(({ headers }) => headers['idempotency-replayed'])).toEqual([
      'true',
      'true',
      undefined,
    ]);
    const [ebb] = calls;
    const alone = await server.request(ebb?.path ?? '', {
      as: admin,
      body: ebb?.body,
      ...(ebb === undefined ? {} : { key: ebb.key }),
    });
    expect(alone.header('Idempotency-Replayed')).toBe('true');
    expect(alone.status).toBe(200);
  });

  it('runs the same key once, within one batch and in two that race', async () => {
    const server = await serverForTest();
    const { admin } = server.people;
    const calls = Array.from({ length: 20 }, (_, i) => ({ ...addLesson(`race-${i}`), key: randomUUID() }));
    const twice = [...calls, ...calls].map((call, i) => ({ ...call, id: `c${i}` }));
    const replies = await Promise.all([
      sendBatch(server, twice, { as: admin }),
      sendBatch(server, twice, { as: admin }),
      sendBatch(server, calls, { as: admin, atomic: true }),
    ]);
    const all = replies.flatMap(({ responses }) => responses);
    expect(new Set(statuses(all))).toEqual(new Set([200]));
    const isNew = all.filter(({ headers }) => headers['idempotency-replayed'] === undefined);
    expect(isNew.length).toBe(20);
    expect((await titles(server)).filter((title) => title.startsWith('race-')).length).toBe(20);
  });

  it('rejects a key that was used for another command, and only that one', async () => {
    const server = await serverForTest();
    const { admin } = server.people;
    const key = randomUUID();
    const { responses } = await sendBatch(
      server,
      [{ ...addLesson('ebb'), key }, { ...addLesson('flow'), key }, addLesson('slack')],
      { as: admin },
    );
    expect(statuses(responses)).toEqual([200, 422, 200]);
    expect(responses[1]?.headers.receipt).toBeUndefined();
  });

  it('lets calls that read first see the effects of earlier calls', async () => {
    const server = await serverForTest();
    const course = { title: 'Knots', description: 'Ten that hold', instructor: 'Ines Holm' };
    const { responses } = await sendBatch(
      server,
      [
        { path: '/api/admin/courses', body: { id: 'knots', ...course } },
        { path: '/api/admin/courses/knots/upload-codes', body: { codes: ['KNOT-1', 'KNOT-2'] } },
        { path: '/api/admin/courses/knots', key: null },
      ],
      { as: server.people.admin },
    );
    expect(statuses(responses)).toEqual([200, 200, 200]);
    expect(responses[1]?.body).toMatchObject({ allCodes: ['KNOT-1', 'KNOT-2'], added: 2 });
  });

  it('applies each call’s own limit of size, rate and role', async () => {
    const server = await serverForTest();
    const { alice, admin } = server.people;
    const large = { path: '/api/admin/courses/tides/modules', body: { description: 'x'.repeat(70_000) } };
    const wide = await sendBatch(server, [large], { as: admin });
    expect(statuses(wide.responses)).toEqual([413]);
    const guesses = Array.from({ length: 16 }, (_, i) => ({
      path: '/api/courses/tides/activate',
      body: { activationCode: `WRONG-${i}` },
    }));
    const guessed = await sendBatch(server, [...guesses, addLesson('mine')], { as: alice });
    expect(statuses(guessed.responses)).toEqual([...Array.from({ length: 15 }, () => 400), 429, 403]);
    expect(guessed.responses[15]?.headers['retry-after']).toMatch(/^\d+$/);
    expect(guessed.responses[15]?.headers.receipt).toBeUndefined();
  });

  it('uses only the session of the batch', async () => {
    const server = await serverForTest();
    const { alice, admin } = server.people;
    const headers = { Authorization: `Bearer ${admin.token}`, 'X-Forwarded-For': '1.1.1.1' };
    const { responses } = await sendBatch(server, [{ ...addLesson('ebb'), headers }], { as: alice });
    expect(statuses(responses)).toEqual([403]);
    const anonymous = await server.request('/api/batch', {
      body: { requests: [toBatched(addLesson('ebb'), 0)] },
    });
    expect([anonymous.status, anonymous.header('WWW-Authenticate')]).toEqual([401, 'Bearer']);
  });

  it.each<[string, Called, number]>([
    ['itself', { path: '/api/batch', body: { requests: [] } }, 404],
    ['a login', { path: '/api/auth/login', body: { email: 'bob@example.org', password: 'x' } }, 400],
    ['a sign-up', { path: '/api/auth/register', body: {} }, 400],
    ['a file', { path: '/api/admin/courses/tides/upload-thumbnail', body: {} }, 400],
    ['the docs', { path: '/api/docs' }, 404],
    ['nothing that is', { path: '/api/nothing/here' }, 404],
    ['a way out of the API', { path: '/api/../media/x' }, 404],
    ['an encoded way out', { path: '/api/%2e%2e/healthz' }, 404],
    ['another host', { path: '/api/\\\\evil.example/x' }, 404],
  ])('does not run %s', async (_, call, status) => {
    const server = await serverForTest();
    const { responses } = await sendBatch(server, [call, progressOf('tides-lesson-1', 1)], {
      as: server.people.admin,
    });
    expect(statuses(responses)).toEqual([status, 200]);
  });

  it('accepts a hundred calls and not one more, and no id twice', async () => {
    const server = await serverForTest();
    const { alice } = server.people;
    const calls = (count: number) =>
      Array.from({ length: count }, (_, i) => toBatched({ path: '/api/auth/me', key: null }, i));
    const most = await server.request('/api/batch', { as: alice, body: { requests: calls(100) } });
    expect(most.status).toBe(200);
    const more = await server.request('/api/batch', { as: alice, body: { requests: calls(101) } });
    expect([more.status, more.refusal.code]).toEqual([400, 'invalid_input']);
    const same = await server.request('/api/batch', {
      as: alice,
      body: { requests: [...calls(1), ...calls(1)] },
    });
    expect(same.status).toBe(400);
    expect(same.refusal.error).toContain('its own id');
    const wide = await server.request('/api/batch', {
      as: alice,
      body: { requests: [toBatched({ path: '/api/progress', body: 'x'.repeat(1_100_000) }, 0)] },
    });
    expect(wide.status).toBe(413);
  });

  it.each<[string, string]>([
    ['half a million numbers', `{"requests":[${'0,'.repeat(500_000)}0]}`],
    [
      'eighty thousand headers',
      `{"requests":[{"id":"a","method":"GET","path":"/api/x","headers":{${Array.from({ length: 80_000 }, (_, i) => `"${i}":1`).join(',')}}}]}`,
    ],
    ['three hundred thousand empty calls', `{"requests":[${'{},'.repeat(300_000)}{}]}`],
    ['deep nesting', `{"requests":${'['.repeat(500_000)}`],
    ['one long path', `{"requests":[{"id":"a","method":"GET","path":"/api/${'a'.repeat(1_000_000)}"}]}`],
  ])('rejects %s quickly', async (_, raw) => {
    const server = await serverForTest();
    const { alice } = server.people;
    await server.request('/api/batch', { as: alice, body: {} });
    let least = Number.POSITIVE_INFINITY;
    // The least of a few tries: other work of this process, such as a collection of garbage, only adds to it.
    for (let tries = 0; tries < 5 && least >= QUICK_CPU_US; tries += 1) {
      const before = process.cpuUsage().user;
      const response = await server.request('/api/batch', { as: alice, raw });
      least = Math.min(least, process.cpuUsage().user - before);
      expect(response.status).toBe(400);
    }
    expect(least).toBeLessThan(QUICK_CPU_US);
  });

  it('postpones reads that would make its reply too large', async () => {
    const server = await serverForTest();
    const { admin } = server.people;
    await server.request('/api/admin/lessons/tides-lesson-1', {
      method: 'PUT',
      as: admin,
      body: { content: `<p>${'tide '.repeat(150_000)}</p>` },
    });
    const reads = Array.from({ length: 10 }, () => ({ path: '/api/admin/courses/tides', key: null }));
    const { responses } = await sendBatch(server, [...reads, addLesson('ebb')], { as: admin });
    expect(statuses(responses).slice(0, 6)).toEqual([200, 200, 200, 200, 200, 200]);
    expect(statuses(responses).slice(6)).toEqual([429, 429, 429, 429, 200]);
  });

  it('reports an internal error as 500 and runs the rest', async () => {
    const server = await serverForTest();
    const { admin } = server.people;
    await inTransaction(server.deps.db, (trx) =>
      trx.schema.alterTable('resources').renameTo('away').execute(),
    );
    const resource = {
      path: '/api/admin/lessons/tides-lesson-1/resources',
      body: { title: 'A', type: 'link', url: 'https://a.example/' },
    };
    const module = (id: string) => ({ path: '/api/admin/courses/tides/modules', body: { id } });
    await inTransaction(server.deps.db, (trx) =>
      trx.schema.alterTable('supportRequests').renameTo('supportAway').execute(),
    );
    const { responses } = await sendBatch(server, [progressOf('tides-lesson-1', 1), resource, module('m')], {
      as: admin,
    });
    expect(responses[0]?.status).toBe(200);
    expect(responses[1]).toMatchObject({ status: 500, body: { code: 'internal' } });
    expect(responses[1]?.headers.receipt).toBeUndefined();
    const stored = await receipts(server);
    expect(stored.map(({ status }) => status)).not.toContain(500);
    const modules = await server.deps.db.selectFrom('modules').select('id').where('id', '=', 'm').execute();
    expect(modules).toHaveLength(1);
  });
});
