import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { fixtureCourse } from '#sync-server/testing/fixture-courses.ts';
import { serverForTest } from '#sync-server/testing/server-for-test.ts';
import type { TestServer } from '#sync-server/testing/test-server.ts';
import { type Called, sendBatch } from '../sync-for-test.ts';

const LESSON_HTML = `<p>${'tide '.repeat(12_000)}</p>`;
const MB = 1024 * 1024;

/** A published course with as much text as a long book. */
const serverWithLargeCourse = () =>
  serverForTest({ courses: [fixtureCourse({ lessonCount: 100, lessonHtml: LESSON_HTML })] });

const renameCourse = (n: number): Called => ({
  method: 'PUT',
  path: '/api/admin/courses/tides',
  body: { title: `Tides ${n}` },
});
const titleOf = async (server: TestServer) =>
  (await server.deps.db.selectFrom('courses').select('title').executeTakeFirstOrThrow()).title;
const receipts = (server: TestServer) => server.deps.db.selectFrom('receipts').selectAll().execute();
const statusesOf = (responses: readonly { status: number }[]) => responses.map(({ status }) => status);

// A transaction that takes long ends before its last edits.
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['performance'] });
});
afterEach(() => {
  vi.useRealTimers();
});

describe('a batch whose replies are large', () => {
  it('is bounded, and its edits are acknowledged by repeats, each executed once', async () => {
    const server = await serverWithLargeCourse();
    const { admin } = server.people;
    let left = Array.from({ length: 6 }, (_, n) => ({ ...renameCourse(n), id: `c${n}`, key: randomUUID() }));
    const sizes: number[] = [];
    for (let rounds = 0; left.length > 0 && rounds < 6; rounds += 1) {
      const { responses } = await sendBatch(server, left, { as: admin });
      sizes.push(JSON.stringify(responses).length);
      const postponed = responses.filter(({ status }) => status !== 200);
      expect(new Set(statusesOf(postponed))).toEqual(new Set(postponed.length === 0 ? [] : [429]));
      for (const { body, headers } of postponed) {
        expect(body).toMatchObject({ code: 'batch_full' });
        expect(headers['retry-after']).toBe('1');
      }
      expect(postponed.length).toBeLessThan(left.length);
      left = left.filter(({ id }) => postponed.some((response) => response.id === id));
    }
    expect(left).toEqual([]);
    expect(Math.max(...sizes)).toBeLessThan(8 * MB);
    expect(await titleOf(server)).toBe('Tides 5');
    expect(await receipts(server)).toHaveLength(6);
  });

  it('replies at once to a hundred edits that ask for minimal replies', async () => {
    const server = await serverWithLargeCourse();
    const calls = Array.from({ length: 100 }, (_, n) => ({
      ...renameCourse(n),
      headers: { Prefer: 'return=minimal' },
    }));
    const { responses } = await sendBatch(server, calls, { as: server.people.admin });
    expect(new Set(statusesOf(responses))).toEqual(new Set([200]));
    expect(JSON.stringify(responses).length).toBeLessThan(100 * 1_000);
    expect(responses[0]?.headers['preference-applied']).toBe('return=minimal');
  });

  it('replies in short to edits without a key, because they cannot be repeated', async () => {
    const server = await serverWithLargeCourse();
    const calls = Array.from({ length: 3 }, (_, n) => ({ ...renameCourse(n), key: null }));
    const { responses } = await sendBatch(server, calls, { as: server.people.admin });
    expect(statusesOf(responses)).toEqual([200, 200, 200]);
    expect(JSON.stringify(responses.slice(1)).length).toBeLessThan(5_000);
    expect(responses[2]?.body).toMatchObject({ course: { title: 'Tides 2' } });
  });

  it('is bounded when it is atomic', async () => {
    const server = await serverWithLargeCourse();
    const { admin } = server.people;
    const calls = Array.from({ length: 4 }, (_, n) => ({ ...renameCourse(n), key: randomUUID() }));
    const { responses, failedId } = await sendBatch(server, calls, { as: admin, atomic: true });
    expect(failedId).toBeNull();
    expect(statusesOf(responses)).toEqual([200, 429, 429, 429]);
    const again = await sendBatch(server, calls.slice(1), { as: admin, atomic: true });
    expect(statusesOf(again.responses)).toEqual([200, 429, 429]);
    expect(again.responses[0]?.headers['idempotency-replayed']).toBe('true');
    expect(await titleOf(server)).toBe('Tides 3');
  });
});
