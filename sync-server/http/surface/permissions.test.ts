import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { type Endpoint, fillPath } from '#schema/endpoints/endpoint.ts';
import { type EndpointName, endpoints } from '#schema/endpoints/endpoints.ts';
import {
  callerKinds,
  type Expectation,
  permissions,
  type TargetKind,
  targetKinds,
} from '#schema/endpoints/permissions.ts';
import { inTransaction, type Trx } from '#sync-server/db/transaction.ts';
import { insertRevision } from '#sync-server/history/revision-queries.ts';
import { makeCallers, type TestCaller } from '#sync-server/testing/callers.ts';
import { fixtureCourse } from '#sync-server/testing/fixture-courses.ts';
import { addQuiz } from '#sync-server/testing/quiz-for-test.ts';
import { serverForTest } from '#sync-server/testing/server-for-test.ts';
import type { TestResponse } from '#sync-server/testing/test-request.ts';
import type { TestServer } from '#sync-server/testing/test-server.ts';
import { validInputs } from '#sync-server/testing/valid-inputs.ts';

const isName = (name: string): name is EndpointName => name in endpoints;
const names = Object.keys(endpoints).filter(isName);

/** Ids of the learner's own objects (the course they activated), and of one that is not theirs. */
const ids: Readonly<Record<string, Readonly<Record<'own' | 'other', string>>>> = {
  courseId: { own: 'tides', other: 'winds' },
  moduleId: { own: 'tides-module-1', other: 'winds-module-1' },
  lessonId: { own: 'tides-lesson-1', other: 'winds-lesson-1' },
  resourceId: { own: 'tides-lesson-1-resource', other: 'winds-lesson-1-resource' },
  quizId: { own: 'tides-quiz', other: 'winds-quiz' },
  attemptId: { own: 'no-attempt', other: 'no-attempt' },
  questionId: { own: 'tides-question', other: 'winds-question' },
  revisionId: { own: 'tides-revision', other: 'winds-revision' },
  batchId: { own: 'tides-demo', other: 'winds-demo' },
  codeId: { own: 'tides-code', other: 'winds-code' },
  sourceId: { own: 'tides-shop', other: 'winds-shop' },
  productId: { own: 'tides-product', other: 'winds-product' },
  ignoredId: { own: 'tides-ignored', other: 'winds-ignored' },
  orderId: { own: 'tides-order', other: 'winds-order' },
  keyId: { own: 'tides-key', other: 'winds-key' },
  requestId: { own: 'tides-request', other: 'winds-request' },
  passkeyId: { own: 'no-passkey', other: 'no-passkey' },
};

/** Changes and codes of the courses, under known ids. */
async function recordRevisions({ deps: { db } }: TestServer): Promise<void> {
  const at = '2026-11-21T08:00:00.000Z';
  const auditStamp = { userId: null, madeAt: at, receivedAt: at, baseVersion: null };
  await inTransaction(db, async (trx) => {
    for (const courseId of ['tides', 'winds']) {
      const row = { entity: 'course', entityId: courseId, courseId, title: courseId } as const;
      const effect = { kind: 'update', version: 2, before: { title: 'A' }, after: { title: 'B' } } as const;
      await insertRevision(trx, auditStamp, { ...row, ...effect });
      await trx
        .updateTable('revisions')
        .set({ id: `${courseId}-revision` })
        .where('courseId', '=', courseId)
        .execute();
      await trx
        .updateTable('activationCodes')
        .set({ id: `${courseId}-code` })
        .where('code', '=', `${courseId.toUpperCase()}-CODE-3`)
        .execute();
      await insertShop(trx, courseId, at);
      await insertRequest(trx, courseId, at);
    }
  });
}

/** A shop with a product, an ignored one, an order that waits, and an API key. */
async function insertShop(trx: Trx, courseId: string, at: string): Promise<void> {
  const sourceId = `${courseId}-shop`;
  const source = { id: sourceId, kind: 'stripe', name: 'Shop', sealedSecret: null } as const;
  await trx
    .insertInto('shopSources')
    .values({ ...source, createdAt: at, lastEventAt: null })
    .execute();
  const product = { id: `${courseId}-product`, sourceId, product: 'plink_1', courseId, batch: null };
  await trx.insertInto('shopProducts').values(product).execute();
  const ignored = { id: `${courseId}-ignored`, sourceId, product: 'plink_3', ignoredAt: at, endedAt: null };
  await trx.insertInto('shopIgnoredProducts').values(ignored).execute();
  const order = { id: `${courseId}-order`, sourceId, orderId: 'pi_1', line: '1', product: 'plink_2' };
  const buyer = { quantity: 1, email: 'buyer@example.org', receivedAt: at, state: 'unmatched' } as const;
  await trx
    .insertInto('shopOrders')
    .values({ ...order, ...buyer })
    .execute();
  const key = { id: `${courseId}-key`, name: 'Key', keyHash: courseId, createdAt: at, lastUsedAt: null };
  await trx.insertInto('apiKeys').values(key).execute();
}

async function insertRequest(trx: Trx, courseId: string, createdAt: string): Promise<void> {
  const sender = { userId: null, name: 'Dora', email: 'dora@example.org', orderNumber: null };
  const request = { id: `${courseId}-request`, subject: 'access', message: 'Help', createdAt } as const;
  await trx
    .insertInto('supportRequests')
    .values({ ...sender, ...request, doneAt: null })
    .execute();
}

function pathFor(endpoint: Endpoint, target: TargetKind, caller: TestCaller): string {
  const [name, ...others] = [...endpoint.path.matchAll(/:(\w+)/g)].map((match) => match[1] ?? '');
  if (name === undefined) return endpoint.path;
  const otherUser = caller.id === 'bob' ? 'alice' : 'bob';
  const known = name === 'userId' ? { own: caller.id, other: otherUser } : ids[name];
  const id = { absent: 'nothing-has-this-id', malformed: 'no id, <at> all!', ...known }[target];
  const rest = Object.fromEntries(others.map((other) => [other, 'nothing-has-this-id']));
  return fillPath(endpoint.path, { ...rest, [name]: id ?? '' });
}

/**
 * The caller's own id comes last, because some calls change the caller. A path without an id has one target.
 */
const targetsOf = ({ path }: Endpoint): readonly TargetKind[] =>
  path.includes(':') ? [...targetKinds].reverse() : ['own'];

const BOUNDARY = 'x'.repeat(20);
const emptyForm = `--${BOUNDARY}--\r\n`;

function request(
  server: TestServer,
  name: EndpointName,
  to: { path: string; caller: TestCaller; key?: string },
) {
  const endpoint: Endpoint = endpoints[name];
  const { caller, path, key } = to;
  const body = validInputs[name];
  const isForm = endpoint.body === 'multipart';
  return server.request(path, {
    method: endpoint.method,
    ...(key === undefined ? {} : { key }),
    ...(isForm ? { raw: emptyForm } : body === null ? {} : { body: freshEmail(name, body, caller) }),
    headers: {
      ...(caller.token === null ? {} : { Authorization: `Bearer ${caller.token}` }),
      ...(isForm ? { 'Content-Type': `multipart/form-data; boundary=${BOUNDARY}` } : {}),
    },
  });
}

/** An email can register once. */
function freshEmail(name: EndpointName, body: object, caller: TestCaller): object {
  return name === 'register' ? { ...body, email: `${caller.id}-${randomUUID()}@example.org` } : body;
}

function expectResponse(response: TestResponse, expected: Expectation, where: string): void {
  if (expected === 'ok') {
    expect([401, 403, 404, 405, 429], where).not.toContain(response.status);
    expect(response.status, where).toBeLessThan(500);
    return;
  }
  expect(response.status, where).toBe(expected);
  expect(response.refusal.error, where).not.toBe('');
  if (expected === 401) expect(response.header('WWW-Authenticate'), where).toBe('Bearer');
}

describe('who may make which call', () => {
  it.each(names)('%s', async (name) => {
    const courses = [fixtureCourse(), fixtureCourse({ id: 'winds' })];
    const server = await serverForTest({ courses });
    const callers = await makeCallers(server);
    await recordRevisions(server);
    for (const courseId of ['tides', 'winds']) await addQuiz(server, { courseId });
    const endpoint: Endpoint = endpoints[name];
    for (const kind of callerKinds) {
      const caller = callers[kind];
      const refusals = new Set<string>();
      for (const target of targetsOf(endpoint)) {
        const expected = permissions[name][kind][target];
        const path = pathFor(endpoint, target, caller);
        const where = `${kind}, ${target}: ${endpoint.method} ${path}`;
        const response = await request(server, name, { path, caller });
        expectResponse(response, expected, where);
        if (expected === 401 || expected === 403) {
          refusals.add(response.text.replace(/"requestId":"[^"]+"/, ''));
          const keyed = await request(server, name, { path, caller, key: randomUUID() });
          expectResponse(keyed, expected, `${where}, with a key`);
        }
      }
      expect(refusals.size, `${kind} can tell from refusals what exists`).toBeLessThan(2);
    }
  });
});

describe('the effect of an edit of another user’s data', () => {
  it('is none: refused calls leave every table unchanged', async () => {
    const server = await serverForTest({ courses: [fixtureCourse(), fixtureCourse({ id: 'winds' })] });
    const callers = await makeCallers(server);
    const dump = async () =>
      JSON.stringify([
        await server.deps.db.selectFrom('courses').selectAll().execute(),
        await server.deps.db.selectFrom('lessons').selectAll().execute(),
        await server.deps.db.selectFrom('users').selectAll().execute(),
        await server.deps.db.selectFrom('changes').selectAll().execute(),
        await server.deps.db.selectFrom('activationCodes').selectAll().execute(),
      ]);
    const before = await dump();
    for (const name of names) {
      const endpoint: Endpoint = endpoints[name];
      if (endpoint.caller !== 'admin') continue;
      for (const kind of ['anonymous', 'learner', 'demoted', 'deleted', 'resetToken'] as const) {
        await request(server, name, { path: pathFor(endpoint, 'own', callers[kind]), caller: callers[kind] });
      }
    }
    expect(await dump()).toBe(before);
  });
});
