import { randomUUID } from 'node:crypto';
import { expect, vi } from 'vitest';
import { BatchReply } from '#schema/sync/batch.ts';
import { serverForTest } from '#sync-server/testing/server-for-test.ts';

const COMMANDS_AT_ONCE = 100;
const LESSONS_AT_ONCE = 15;

/** A saved position, so many milliseconds into a lesson. */
export const entryAt = (ms: number) => ({
  ...{ lessonId: 'tides-lesson-1', positionSeconds: ms / 1_000 },
  updatedAt: new Date(Date.parse('2026-11-21T06:00:00.000Z') + ms).toISOString(),
});

/** Sends a learner’s queue of saved positions in batches, and waits whenever it is told to; returns the milliseconds it took. */
export async function sendQueue(commands: number): Promise<number> {
  const server = await serverForTest();
  const { alice: as } = server.people;
  await server.request('/api/courses/tides/activate', { as, body: { activationCode: 'TIDES-CODE-1' } });
  const startedMs = Date.now();
  for (let first = 0; first < commands; first += COMMANDS_AT_ONCE) {
    const requests = Array.from({ length: COMMANDS_AT_ONCE }, (_, n) => ({
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
  const [{ positionSeconds } = { positionSeconds: 0 }] = await server.deps.db
    .selectFrom('progress')
    .select('positionSeconds')
    .execute();
  expect(positionSeconds).toBe(entryAt(commands - 1).positionSeconds);
  return Date.now() - startedMs;
}

/** Sends the new lessons of a course in one minute, 900 kB in each batch; returns the bytes of their texts. */
export async function saveCourse({ batches }: { batches: number }): Promise<number> {
  const server = await serverForTest();
  const { admin: as } = server.people;
  const content = `<p>${'tide '.repeat(12_000)}</p>`;
  for (let batch = 0; batch < batches; batch += 1) {
    const requests = Array.from({ length: LESSONS_AT_ONCE }, (_, n) => ({
      ...{ id: `${n}`, method: 'POST', path: '/api/admin/modules/tides-module-1/lessons' },
      headers: { 'idempotency-key': randomUUID(), prefer: 'return=minimal' },
      body: { id: `large-${batch}-${n}`, title: 'Large', content },
    }));
    const response = await server.request('/api/batch', { as, body: { requests, atomic: true } });
    expect(response.read(BatchReply).responses.map(({ status }) => status)).toEqual(
      Array.from(requests, () => 200),
    );
  }
  return batches * LESSONS_AT_ONCE * content.length;
}
