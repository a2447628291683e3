import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { HISTORY_POSITION_HEADER } from '#schema/protocol.ts';
import { PullReply } from '#schema/sync/pull.ts';
import { inTransaction } from '../db/transaction.ts';
import { renameLesson, sendBatch } from '../sync/sync-for-test.ts';
import { fixtureCourse } from '../testing/fixture-courses.ts';
import type { Person } from '../testing/people.ts';
import { addLearner } from '../testing/postgres/add-learner.ts';
import { listStatements } from '../testing/postgres/list-statements.ts';
import { serverForTest } from '../testing/server-for-test.ts';
import type { TestServer } from '../testing/test-server.ts';

const LEARNERS = 16;
const byNobody = { codeId: null, revokedAt: null, reason: '', isGiven: 0 } as const;

// A busy machine would end turns of the event loop between requests that arrive together.
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['performance'] });
});
afterEach(() => {
  vi.useRealTimers();
});

async function schoolForTest(): Promise<{ server: TestServer; learners: readonly Person[] }> {
  const server = await serverForTest();
  const ids = Array.from({ length: LEARNERS }, (_, n) => `learner-${n}`);
  const learners = await Promise.all(ids.map((id) => addLearner(server, id)));
  const activatedAt = server.clock.now().toISOString();
  await inTransaction(server.deps.db, (trx) =>
    trx
      .insertInto('activations')
      .values(ids.map((userId) => ({ userId, courseId: 'tides', activatedAt, ...byNobody })))
      .execute(),
  );
  // After these the connections are open, and points of the limits are reserved.
  await Promise.all(learners.map((as) => save(server, as, 1)));
  await Promise.all(learners.map((as) => save(server, as, 2)));
  return { server, learners };
}

function save(
  { request, clock }: TestServer,
  as: Person,
  positionSeconds: number,
  { headers = {} }: { readonly headers?: Record<string, string> } = {},
) {
  const updatedAt = clock.now().toISOString();
  const body = { entries: [{ lessonId: 'tides-lesson-1', positionSeconds, updatedAt }] };
  return request('/api/progress', { method: 'PUT', as, key: randomUUID(), body, headers });
}

it('the account takes one statement', async () => {
  const { server, learners } = await schoolForTest();
  const [as] = learners;
  if (as === undefined) throw new Error('There is no learner');
  expect(await listStatements(() => server.request('/api/auth/me', { as }))).toHaveLength(1);
});

it('a pull that finds nothing takes one statement, also with the position that a device shows', async () => {
  const { server, learners } = await schoolForTest();
  const [as] = learners;
  if (as === undefined) throw new Error('There is no learner');
  const { cursor } = (await server.request('/api/sync', { as })).read(PullReply);
  const shown = (await save(server, as, 30)).header(HISTORY_POSITION_HEADER) ?? '';
  const last = (await server.request(`/api/sync?cursor=${cursor}`, { as })).read(PullReply).cursor;
  const pull = (headers: Record<string, string>) => () =>
    server.request(`/api/sync?cursor=${last}`, { as, headers });
  expect(await listStatements(pull({}))).toHaveLength(1);
  expect(await listStatements(pull({ [HISTORY_POSITION_HEADER]: shown }))).toHaveLength(1);
});

it('a saved position takes twelve statements, also with the position that a device shows', async () => {
  const { server, learners } = await schoolForTest();
  const [as] = learners;
  if (as === undefined) throw new Error('There is no learner');
  const first = await listStatements(() => save(server, as, 30));
  expect(first).toHaveLength(12);
  const shown = (await save(server, as, 31)).header(HISTORY_POSITION_HEADER) ?? '';
  const headers = { [HISTORY_POSITION_HEADER]: shown };
  expect(await listStatements(() => save(server, as, 32, { headers }))).toHaveLength(12);
});

it('a batch of a hundred edits takes seven statements for each, and few besides', async () => {
  const lessonCount = 100;
  const server = await serverForTest({ courses: [fixtureCourse({ lessonCount })] });
  const ids = (await server.deps.db.selectFrom('lessons').select('id').execute()).map(({ id }) => id);
  const calls = ids.map((id) => renameLesson(id, `Lesson ${id}`));
  await sendBatch(server, calls.slice(0, 1), { as: server.people.admin });
  const statements = await listStatements(async () => {
    const { responses } = await sendBatch(server, calls.slice(1), { as: server.people.admin });
    expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([200]));
  });
  // User, receipt, lesson and resources are read; lesson, history and receipt are written.
  expect(statements.length).toBeLessThan(7 * lessonCount + 20);
});
