import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { endpoints } from '#schema/endpoints/endpoints.ts';
import { CODE_LIST_MAX } from '#schema/limits.ts';
import { adminMessages } from '#schema/messages/admin-messages.ts';
import { serverForTest } from '../testing/server-for-test.ts';
import type { TestServer } from '../testing/test-server.ts';
import { list, upload, uploadWhileServing } from './upload-for-test.ts';

const { output: Reply } = endpoints.uploadCodes;
const batches = (server: TestServer) =>
  server.deps.db.selectFrom('codeBatches').selectAll().where('id', '!=', 'tides-demo').execute();

describe('uploading codes', () => {
  it('appends them in the order of the file', async () => {
    const server = await serverForTest();
    const reply = (await upload(server, ['Z-1', 'A-1'])).read(Reply);
    expect(reply).toEqual({
      allCodes: ['TIDES-CODE-1', 'TIDES-CODE-2', 'TIDES-CODE-3', 'Z-1', 'A-1'],
      codeStats: { total: 5, unused: 5, used: 0 },
      ...{ added: 2, known: 0 },
    });
    expect(await batches(server)).toMatchObject([
      { courseId: 'tides', createdBy: 'admin', createdAt: '2026-11-21T08:00:00.000Z', count: 2 },
    ]);
  });

  it('makes each list a batch, with the name that it was given', async () => {
    const server = await serverForTest();
    const send = (body: object) =>
      server.request('/api/admin/courses/tides/upload-codes', { as: server.people.admin, body });
    await send({ codes: ['A-1'], name: ' spring.csv ' });
    await send({ codes: ['A-2'] });
    expect(await batches(server)).toMatchObject([
      { name: 'spring.csv', count: 1 },
      { name: '', count: 1 },
    ]);
    expect((await send({ codes: ['A-3'], name: 'x'.repeat(101) })).status).toBe(400);
  });

  it('skips and counts those that differ from a code by case, spaces or dashes alone, and drops blanks', async () => {
    const server = await serverForTest();
    const codes = ['tides code 1', ' NEW-1 ', 'new1', 'New\u20131', '', ' - '];
    expect((await upload(server, codes)).read(Reply)).toMatchObject({
      ...{ added: 1, known: 3 },
      codeStats: { total: 4 },
    });
    const stored = server.deps.db
      .selectFrom('activationCodes')
      .select('code')
      .where('batch', '!=', 'tides-demo');
    expect(await stored.execute()).toEqual([{ code: 'NEW-1' }]);
  });

  it('unlocks with each of them, once', async () => {
    const server = await serverForTest();
    await upload(server, ['FRESH-1']);
    const { alice, bob } = server.people;
    const unlock = (as: typeof alice) =>
      server.request('/api/courses/tides/activate', { as, body: { activationCode: 'fresh 1' } });
    expect([(await unlock(alice)).status, (await unlock(bob)).refusal.code]).toEqual([200, 'code_used']);
  });

  it('happens once per key; the repeat returns the current list', async () => {
    const server = await serverForTest();
    const key = randomUUID();
    await upload(server, ['ONE', 'TWO'], key);
    const body = { activationCode: 'one' };
    await server.request('/api/courses/tides/activate', { as: server.people.alice, body });
    const repeat = await upload(server, ['ONE', 'TWO'], key);
    expect(repeat.header('Idempotency-Replayed')).toBe('true');
    expect(repeat.read(Reply)).toMatchObject({
      added: 2,
      known: 0,
      codeStats: { total: 5, unused: 4, used: 1 },
    });
    expect(repeat.read(Reply).allCodes).not.toContain('ONE');
    expect(await batches(server)).toHaveLength(1);
  });

  it('adds the rest after a crash in the middle of a list', async () => {
    const server = await serverForTest();
    await upload(server, list(1_500));
    expect((await upload(server, list(4_000))).read(Reply)).toMatchObject({ added: 2_500, known: 1_500 });
  });

  it('leaves no batch behind when every code was known, or there was none', async () => {
    const server = await serverForTest();
    expect((await upload(server, ['tides-code-1'])).read(Reply)).toMatchObject({ added: 0, known: 1 });
    expect((await upload(server, ['  ', '--'])).refusal).toMatchObject({
      code: 'codes_none',
      error: adminMessages.codesNone,
    });
    expect(await batches(server)).toEqual([]);
  });

  it('rejects an empty list, a code of 129 characters and more than 200,000 codes', async () => {
    const server = await serverForTest();
    expect((await upload(server, [])).refusal.error).toBe(adminMessages.codesNone);
    expect((await upload(server, ['X'.repeat(129)])).status).toBe(400);
    expect((await upload(server, [7])).status).toBe(400);
    expect((await upload(server, list(CODE_LIST_MAX + 1))).status).toBe(400);
    expect((await upload(server, ['X'.repeat(128)])).status).toBe(200);
  });

  it('rejects an unknown course', async () => {
    const server = await serverForTest();
    const path = '/api/admin/courses/none/upload-codes';
    const response = await server.request(path, { as: server.people.admin, body: { codes: ['A'] } });
    expect(response.refusal.code).toBe('course_not_found');
  });

  it('changes nothing for learners: their cached replies remain', async () => {
    const server = await serverForTest();
    const tag = async () => (await server.request('/api/courses')).header('ETag');
    const before = await tag();
    await upload(server, ['NEW']);
    expect(await tag()).toBe(before);
  });

  it('logs the number of codes, never a code; stores a receipt without them', async () => {
    const server = await serverForTest();
    await upload(server, ['TOP-SECRET'], randomUUID());
    await upload(server, ['TOP-SECRET', 'x'.repeat(200)]);
    expect(server.log.join('\n')).toContain('"added":1');
    expect(server.log.join('\n')).not.toMatch(/secret|xxxx/i);
    const receipt = await server.deps.db.selectFrom('receipts').select('body').executeTakeFirstOrThrow();
    expect(receipt.body).not.toContain('SECRET');
  });
});

describe('a long list', () => {
  it('is inserted while other requests are served', async () => {
    await uploadWhileServing({ codes: 20_000, otherRequests: 30 });
  });
});
