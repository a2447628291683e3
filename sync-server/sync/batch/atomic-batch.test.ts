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

describe('an atomic batch', () => {
  it('runs all calls, or none and names the one that failed', async () => {
    const server = await serverForTest();
    const { admin } = server.people;
    const before = await titles(server);
    const calls = [
      { ...addLesson('ebb'), id: 'add' },
      { ...renameLesson('tides-lesson-2', 'Two'), id: 'late', headers: { 'If-Match': '"9"' } },
      { ...renameLesson('tides-lesson-1', 'One'), id: 'rename' },
    ];
    const undone = await sendBatch(server, calls, { as: admin, atomic: true });
    expect(undone.failedId).toBe('late');
    expect(statuses(undone.responses)).toEqual([424, 412, 424]);
    expect(undone.responses[0]?.body).toMatchObject({ code: 'batch_undone' });
    expect(undone.responses[1]?.body).toMatchObject({ current: { id: 'tides-lesson-2' } });
    expect(undone.responses.map(({ headers }) => headers.receipt)).toEqual([undefined, undefined, undefined]);
    expect(await titles(server)).toEqual(before);
    expect(await receipts(server)).toEqual([]);

    const done = await sendBatch(
      server,
      [calls[0], calls[2]].filter((call) => call !== undefined),
      {
        as: admin,
        atomic: true,
      },
    );
    expect(done.failedId).toBeNull();
    expect(statuses(done.responses)).toEqual([200, 200]);
    expect(await receipts(server)).toHaveLength(2);
  });

  it('is served from its receipts when its reply was lost', async () => {
    const server = await serverForTest();
    const { admin } = server.people;
    const calls = [addLesson('ebb'), renameLesson('ebb', 'The ebb')].map((call) => ({
      ...call,
      key: randomUUID(),
    }));
    await sendBatch(server, calls, { as: admin, atomic: true });
    const again = await sendBatch(server, calls, { as: admin, atomic: true });
    expect(statuses(again.responses)).toEqual([200, 200]);
    expect(again.responses.map(({ headers }) => headers['idempotency-replayed'])).toEqual(['true', 'true']);
    expect(again.responses.map(({ headers }) => headers.receipt)).toEqual(calls.map(({ key }) => key));
  });

  it('continues from calls that succeeded before', async () => {
    const server = await serverForTest();
    const { admin } = server.people;
    const first = { ...addLesson('ebb'), key: randomUUID() };
    await sendBatch(server, [first], { as: admin });
    const { responses } = await sendBatch(server, [first, renameLesson('ebb', 'The ebb')], {
      as: admin,
      atomic: true,
    });
    expect(statuses(responses)).toEqual([200, 200]);
    expect(responses[0]?.headers['idempotency-replayed']).toBe('true');
  });

  it.each<[string, Called, number]>([
    ['an invalid input', { path: '/api/admin/users/alice/role', method: 'PUT', body: { role: 'pope' } }, 400],
    ['a call that is no command', { path: '/api/admin/courses', key: null }, 400],
    [
      'a call with effects outside the transaction',
      { path: '/api/admin/courses/tides/upload-codes', body: { codes: ['A-1'] } },
      400,
    ],
    ['an unknown call', { path: '/api/nothing', body: {} }, 404],
    ['an invalid key', { ...addLesson('x'), key: 'no key' }, 400],
  ])('rolls everything back because of %s', async (_, call, status) => {
    const server = await serverForTest();
    const { admin } = server.people;
    const before = await titles(server);
    const calls = [addLesson('ebb'), { ...call, id: 'bad' }, addLesson('flow')];
    const { responses, failedId } = await sendBatch(server, calls, { as: admin, atomic: true });
    expect(statuses(responses)).toEqual([424, status, 424]);
    expect(failedId).toBe('bad');
    expect(await titles(server)).toEqual(before);
    expect(await receipts(server)).toEqual([]);
    const codes = await server.deps.db.selectFrom('activationCodes').select('code').execute();
    expect(codes.map(({ code }) => code)).not.toContain('A-1');
  });

  it('is a 500 as a whole when an internal error occurs, with no effect', async () => {
    const server = await serverForTest();
    const { admin } = server.people;
    await inTransaction(server.deps.db, (trx) =>
      trx.schema.alterTable('resources').renameTo('away').execute(),
    );
    const calls = [
      { path: '/api/admin/courses/tides/modules', body: { id: 'm' } },
      {
        path: '/api/admin/lessons/tides-lesson-1/resources',
        body: { title: 'A', type: 'link', url: 'https://a.example/' },
      },
    ];
    const body = { atomic: true, requests: calls.map(toBatched) };
    const response = await server.request('/api/batch', { as: admin, body });
    expect([response.status, response.refusal.code]).toEqual([500, 'internal']);
    const modules = await server.deps.db.selectFrom('modules').select('id').where('id', '=', 'm').execute();
    expect(modules).toEqual([]);
    expect(await receipts(server)).toEqual([]);
  });
});
