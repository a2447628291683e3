import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { LEARNER_BYTES_PER_DAY, LEARNER_BYTES_PER_MINUTE } from '#schema/limits.ts';
import { BatchReply } from '#schema/sync/batch.ts';
import type { Person } from '#sync-server/testing/people.ts';
import { serverForTest } from '#sync-server/testing/server-for-test.ts';
import type { TestServer } from '#sync-server/testing/test-server.ts';

const MINUTE_MS = 60_000;
const lessonId = 'tides-lesson-1';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() });
});
afterEach(() => {
  vi.useRealTimers();
});

const entryAt = (ms: number) => ({
  ...{ lessonId, positionSeconds: ms / 1_000 },
  updatedAt: new Date(Date.parse('2026-11-21T06:00:00.000Z') + ms).toISOString(),
});

/** A report of nearly 64 kB. */
const largeReport = (): object => ({
  entries: Array.from({ length: 500 }, (_, n) => ({ ...entryAt(n), lessonId: `${n}`.padEnd(40, 'x') })),
});

const save = (server: TestServer, as: Person, body: object) =>
  server.request('/api/progress', { as, method: 'PUT', key: randomUUID(), body });

/** Sends large reports until one is refused; returns that one and the size of those before. */
async function flood(server: TestServer, as: Person) {
  const bytes = JSON.stringify(largeReport()).length;
  for (let sent = 0; ; sent += bytes) {
    const response = await save(server, as, largeReport());
    if (response.status !== 200) return { response, sent };
    expect(sent).toBeLessThan(2 * LEARNER_BYTES_PER_MINUTE);
  }
}

describe('the commands of one learner', () => {
  it('have a size per minute: beyond it 429 with Retry-After, without a receipt, for this learner alone', async () => {
    const server = await serverForTest();
    const { alice, bob } = server.people;
    const { response, sent } = await flood(server, alice);
    expect([response.status, response.refusal.code]).toEqual([429, 'too_many_requests']);
    expect(response.header('Receipt')).toBeNull();
    const seconds = Number(response.header('Retry-After'));
    expect(seconds).toBeGreaterThan(0);
    expect(seconds).toBeLessThanOrEqual(60);
    expect(sent).toBeLessThanOrEqual(LEARNER_BYTES_PER_MINUTE);
    expect((await save(server, bob, largeReport())).status).toBe(200);
    vi.setSystemTime(Date.now() + seconds * 1_000 + 1);
    expect((await save(server, alice, largeReport())).status).toBe(200);
  });

  it('have a size per day, with or without a key, alone or in a batch', async () => {
    const server = await serverForTest();
    const { alice: as } = server.people;
    await server.deps.limits.consume([{ limit: 'bytesByLearnerAndDay', key: as.id }], LEARNER_BYTES_PER_DAY);
    const body = { entries: [entryAt(1)] };
    const request = { id: 'one', method: 'PUT', path: '/api/progress', body };
    expect((await server.request('/api/progress', { as, method: 'PUT', body })).status).toBe(429);
    expect((await server.request('/api/batch', { as, body: { requests: [request] } })).status).toBe(429);
    const read = { id: 'one', method: 'GET', path: '/api/progress' };
    expect((await server.request('/api/batch', { as, body: { requests: [read] } })).status).toBe(200);
  });
});

describe('what honest devices send', () => {
  it('a queue of 10,000 commands arrives in four minutes', { timeout: 240_000 }, async () => {
    const server = await serverForTest();
    const { alice: as } = server.people;
    await server.request('/api/courses/tides/activate', { as, body: { activationCode: 'TIDES-CODE-1' } });
    const startedMs = Date.now();
    for (let first = 0; first < 10_000; first += 100) {
      const requests = Array.from({ length: 100 }, (_, n) => ({
        ...{ id: `${n}`, method: 'PUT', path: '/api/progress' },
        ...{ headers: { 'idempotency-key': randomUUID() }, body: { entries: [entryAt(first + n)] } },
      }));
      const send = () => server.request('/api/batch', { as, body: { requests } });
      let response = await send();
      while (response.status === 429) {
        vi.setSystemTime(Date.now() + Number(response.header('Retry-After')) * 1_000);
        response = await send();
      }
      const statuses = response.read(BatchReply).responses.map(({ status }) => status);
      expect(statuses).toEqual(Array.from(requests, () => 200));
    }
    expect(Date.now() - startedMs).toBeLessThanOrEqual(4 * MINUTE_MS);
    const [{ positionSeconds } = { positionSeconds: 0 }] = await server.deps.db
      .selectFrom('progress')
      .select('positionSeconds')
      .execute();
    expect(positionSeconds).toBe(9.999);
  });

  it('the first Save Course of a course of 12 MB is not limited', { timeout: 240_000 }, async () => {
    const server = await serverForTest();
    const { admin: as } = server.people;
    const content = `<p>${'tide '.repeat(12_000)}</p>`;
    for (let batch = 0; batch < 14; batch += 1) {
      const requests = Array.from({ length: 15 }, (_, n) => ({
        ...{ id: `${n}`, method: 'POST', path: '/api/admin/modules/tides-module-1/lessons' },
        headers: { 'idempotency-key': randomUUID(), prefer: 'return=minimal' },
        body: { id: `large-${batch}-${n}`, title: 'Large', content },
      }));
      const response = await server.request('/api/batch', { as, body: { requests, atomic: true } });
      expect(response.read(BatchReply).responses.map(({ status }) => status)).toEqual(
        Array.from(requests, () => 200),
      );
    }
  });
});
