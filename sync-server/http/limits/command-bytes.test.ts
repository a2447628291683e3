import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { LEARNER_BYTES_PER_DAY, LEARNER_BYTES_PER_MINUTE } from '#schema/limits.ts';
import type { Person } from '#sync-server/testing/people.ts';
import { serverForTest } from '#sync-server/testing/server-for-test.ts';
import type { TestServer } from '#sync-server/testing/test-server.ts';
import { entryAt, saveCourse, sendQueue } from './honest-devices-for-test.ts';

const MINUTE_MS = 60_000;
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() });
});
afterEach(() => {
  vi.useRealTimers();
});

/** A report of nearly 64 kB. */
const largeReport = (): object => ({
  entries: Array.from({ length: 500 }, (_, n) => ({ ...entryAt(n), lessonId: `${n}`.padEnd(40, 'x') })),
});

const save = (server: TestServer, as: Person, body: object) =>
  server.request('/api/progress', { as, method: 'PUT', key: randomUUID(), body });

describe('the commands of one learner', () => {
  it('have a size per minute: beyond it 429 with Retry-After, without a receipt, for this learner alone', async () => {
    const server = await serverForTest();
    const { alice, bob } = server.people;
    const bytes = JSON.stringify(largeReport()).length;
    const before = LEARNER_BYTES_PER_MINUTE - 2 * bytes;
    await server.deps.limits.consume([{ limit: 'bytesByLearner', key: alice.id }], before);
    for (let sent = 0; sent < 2; sent += 1)
      expect((await save(server, alice, largeReport())).status).toBe(200);
    const response = await save(server, alice, largeReport());
    expect([response.status, response.refusal.code]).toEqual([429, 'too_many_requests']);
    expect(response.header('Receipt')).toBeNull();
    const seconds = Number(response.header('Retry-After'));
    expect(seconds).toBeGreaterThan(0);
    expect(seconds).toBeLessThanOrEqual(60);
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
  it('a queue of 1,000 commands arrives in a minute', async () => {
    expect(await sendQueue(1_000)).toBeLessThanOrEqual(MINUTE_MS);
  });

  it('a Save Course of more than a learner may send is not limited', async () => {
    const bytes = await saveCourse({ batches: 6 });
    expect(bytes).toBeGreaterThan(LEARNER_BYTES_PER_MINUTE);
  });
});
