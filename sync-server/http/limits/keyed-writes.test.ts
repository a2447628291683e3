import { randomUUID } from 'node:crypto';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { KEYED_WRITES_PER_DAY, KEYED_WRITES_PER_MINUTE } from '#schema/limits.ts';
import { serverForTest } from '#sync-server/testing/server-for-test.ts';
import type { TestServer } from '#sync-server/testing/test-server.ts';

const MINUTE_MS = 60_000;
const updatedAt = '2026-11-21T07:00:00.000Z';
const body = { entries: [{ lessonId: 'nowhere', positionSeconds: 1, updatedAt }] };

afterEach(() => {
  vi.useRealTimers();
});

const write = (server: TestServer, as = server.people.alice) =>
  server.request('/api/progress', { as, method: 'PUT', key: randomUUID(), body });

const writeBatch = (server: TestServer, count: number) =>
  server.request('/api/batch', {
    as: server.people.alice,
    body: {
      requests: Array.from({ length: count }, (_, at) => ({
        ...{ id: String(at), method: 'PUT', path: '/api/progress', body },
        headers: { 'idempotency-key': randomUUID() },
      })),
    },
  });

/** Records this many writes of alice as already sent. */
const haveSent = (server: TestServer, count: number) =>
  server.deps.limits.consume([{ limit: 'keyedWritesByUser', key: 'alice' }], count);

const receipts = (server: TestServer) => server.deps.db.selectFrom('receipts').select('key').execute();

describe('writes with a key', () => {
  it('are rejected beyond the limit with 429 and Retry-After, without a receipt, and accepted a minute later', async () => {
    const server = await serverForTest();
    await haveSent(server, KEYED_WRITES_PER_MINUTE - 1);
    expect((await write(server)).status).toBe(200);
    const refused = await write(server);
    expect([refused.status, refused.refusal.code]).toEqual([429, 'too_many_requests']);
    expect(Number(refused.header('Retry-After'))).toBeGreaterThan(0);
    expect(Number(refused.header('Retry-After'))).toBeLessThanOrEqual(60);
    expect(refused.header('Receipt')).toBeNull();
    expect(await receipts(server)).toHaveLength(1);
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + MINUTE_MS + 1_000 });
    expect((await write(server)).status).toBe(200);
  });

  it('are counted per user; writes without a key are not counted', async () => {
    const server = await serverForTest();
    await haveSent(server, KEYED_WRITES_PER_MINUTE);
    expect((await write(server, server.people.bob)).status).toBe(200);
    const unkeyed = await server.request('/api/progress', { as: server.people.alice, method: 'PUT', body });
    expect(unkeyed.status).toBe(200);
  });

  it('of a batch are counted at once: it is rejected as a whole, or run as a whole', async () => {
    const server = await serverForTest();
    await haveSent(server, KEYED_WRITES_PER_MINUTE - 150);
    expect((await writeBatch(server, 100)).status).toBe(200);
    const refused = await writeBatch(server, 100);
    expect(refused.status).toBe(429);
    expect(Number(refused.header('Retry-After'))).toBeGreaterThan(0);
    expect(await receipts(server)).toHaveLength(100);
  });

  it('allow an offline queue of a thousand edits, many times a day', () => {
    expect(KEYED_WRITES_PER_MINUTE).toBeGreaterThanOrEqual(3 * 1_000);
    expect(KEYED_WRITES_PER_DAY).toBeGreaterThanOrEqual(100 * 1_000);
  });
});
