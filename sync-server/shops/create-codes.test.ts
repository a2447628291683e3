import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { endpoints } from '#schema/endpoints/endpoints.ts';
import { serverForTest } from '../testing/server-for-test.ts';
import type { TestServer } from '../testing/test-server.ts';
import { listShops } from './shops-for-test.ts';

async function openKey(server: TestServer) {
  const id = randomUUID();
  const as = server.people.admin;
  const reply = await server.request('/api/admin/api-keys', { as, body: { id, name: 'Our own shop' } });
  return { id, key: reply.read(endpoints.createApiKey.output).key };
}

const order = (
  server: TestServer,
  apiKey: string,
  body: object = { courseId: 'tides', count: 2 },
  key?: string,
) =>
  server.request('/api/codes', {
    ...{ body, headers: { Authorization: `Bearer ${apiKey}` } },
    ...(key === undefined ? {} : { key }),
  });

describe('a program with an API key', () => {
  it('gets codes that unlock the course, in a batch of their own', async () => {
    const server = await serverForTest();
    const { key, id } = await openKey(server);
    const body = { courseId: 'tides', count: 2, prefix: 'SHOP', name: 'Order 7' };
    const { batchId, codes } = (await order(server, key, body)).read(endpoints.createCodes.output);
    expect(codes).toHaveLength(2);
    for (const code of codes) expect(code).toMatch(/^SHOP(-[2-9A-Z]{4}){3}$/);
    const batch = await server.deps.db
      .selectFrom('codeBatches')
      .selectAll()
      .where('id', '=', batchId)
      .execute();
    expect(batch).toMatchObject([{ origin: 'api', count: 2, name: 'Order 7', prefix: 'SHOP' }]);
    const unlocked = await server.request('/api/courses/tides/activate', {
      as: server.people.alice,
      body: { activationCode: codes[0] },
    });
    expect(unlocked.status).toBe(200);
    expect((await listShops(server)).keys).toEqual([
      {
        id,
        name: 'Our own shop',
        createdAt: expect.any(String),
        lastUsedAt: server.clock.now().toISOString(),
      },
    ]);
  });

  it('gets the same codes again for the same Idempotency-Key, also at the same time', async () => {
    const server = await serverForTest();
    const { key } = await openKey(server);
    const same = randomUUID();
    const replies = await Promise.all([1, 2, 3].map(() => order(server, key, undefined, same)));
    expect(new Set(replies.map(({ text }) => text)).size).toBe(1);
    expect(replies[0]?.read(endpoints.createCodes.output).batchId).toBe(same);
    const another = await order(server, key, { courseId: 'tides', count: 3 }, same);
    expect([another.status, another.refusal.code]).toEqual([409, 'id_taken']);
  });

  it.each([
    [{ courseId: 'nowhere', count: 1 }, 404],
    [{ courseId: 'tides', count: 0 }, 400],
    [{ courseId: 'tides', count: 101 }, 400],
    [{ courseId: 'tides', count: 1, prefix: 'lower' }, 400],
  ])('is refused %j', async (body, status) => {
    const server = await serverForTest();
    const { key } = await openKey(server);
    expect((await order(server, key, body)).status).toBe(status);
  });

  it('may call 60 times a minute', async () => {
    const server = await serverForTest();
    const { key } = await openKey(server);
    const statuses = new Map<number, number>();
    for (let calls = 0; calls < 61; calls += 1) {
      const { status } = await order(server, key, { courseId: 'tides', count: 1 });
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
    }
    expect([...statuses]).toEqual([
      [200, 60],
      [429, 1],
    ]);
  });

  it('can do nothing else, and its key is stored as a hash only', async () => {
    const server = await serverForTest();
    const { key } = await openKey(server);
    const headers = { Authorization: `Bearer ${key}` };
    for (const path of ['/api/admin/shops', '/api/admin/codes', '/api/auth/me', '/api/sync'])
      expect((await server.request(path, { headers })).status).toBe(401);
    const rows = JSON.stringify(await server.deps.db.selectFrom('apiKeys').selectAll().execute());
    expect(rows).not.toContain(key);
    await order(server, key);
    expect(server.log.join()).not.toContain(key);
  });
});

describe('a call for codes', () => {
  it('is refused without a key, with a wrong or revoked one, and with the token of an admin', async () => {
    const server = await serverForTest();
    const { id, key } = await openKey(server);
    const { admin } = server.people;
    await server.request(`/api/admin/api-keys/${id}`, { as: admin, method: 'DELETE' });
    for (const wrong of [key, `carrel_${'A'.repeat(43)}`, admin.token, '']) {
      const reply = await order(server, wrong);
      expect([reply.status, reply.refusal.code]).toEqual([401, 'api_key_invalid']);
    }
  });
});
