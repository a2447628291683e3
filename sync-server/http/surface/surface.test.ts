import { gzipSync } from 'node:zlib';
import * as v from 'valibot';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Endpoint, fillPath } from '#schema/endpoints/endpoint.ts';
import { endpoints } from '#schema/endpoints/endpoints.ts';
import { inTransaction } from '#sync-server/db/transaction.ts';
import { addQuiz, handIn } from '#sync-server/testing/quiz-for-test.ts';
import { serverForTest } from '#sync-server/testing/server-for-test.ts';
import type { RequestOptions } from '#sync-server/testing/test-request.ts';
import { createTestServer, type TestServer } from '#sync-server/testing/test-server.ts';

const A_DAY_MS = 24 * 60 * 60_000;

const table: [string, Endpoint][] = Object.entries(endpoints);
/** Not sent by users: who sends them is decided before their body is read, by other means. */
const fromPrograms: readonly Endpoint[] = [endpoints.receiveOrder, endpoints.createCodes];
/** The calls with a JSON body; files and calls without a body have tests of their own. */
const writes = table.filter(
  ([, endpoint]) =>
    !fromPrograms.includes(endpoint) &&
    endpoint.method !== 'GET' &&
    endpoint.body === 'json' &&
    endpoint.input.type !== 'undefined',
);
const pathOf = (endpoint: Endpoint, id = 'tides', userId = id) =>
  fillPath(endpoint.path, {
    courseId: id,
    lessonId: id,
    moduleId: id,
    resourceId: id,
    quizId: id,
    questionId: id,
    attemptId: id,
    revisionId: id,
    sessionId: id,
    batchId: id,
    codeId: id,
    ...{ sourceId: id, productId: id, orderId: id, keyId: id, passkeyId: id, ignoredId: id, requestId: id },
    userId,
  });

/** Sends a call as an admin about their own account, for whom every call is permitted. */
const requestEndpoint = (server: TestServer, endpoint: Endpoint, options: object) =>
  server.request(pathOf(endpoint, 'tides', server.people.admin.id), {
    method: endpoint.method,
    as: server.people.admin,
    ...options,
  });

/** Every method that the table defines at this endpoint's path. */
const methodsAt = ({ path }: Endpoint): string[] =>
  table.filter(([, other]) => other.path === path).map(([, other]) => other.method);

/** Inputs of an attacker, or of a client with a bug. */
const hostileBodies: [string, string][] = [
  ['nothing', ''],
  ['no JSON', '{"email":'],
  ['an array', '[]'],
  ['null', 'null'],
  ['a number', '1e999'],
  ['a text', '"x"'],
  ['an empty object', '{}'],
  ['prototype members', '{"__proto__":{"role":"admin"},"constructor":{"prototype":{}}}'],
  ['a thousand nested arrays', `${'['.repeat(1_000)}${']'.repeat(1_000)}`],
  ['thirty thousand open brackets', '['.repeat(30_000)],
  ['nested input', '{"email":{"$gt":""},"password":{"$gt":""},"activationCode":{},"entries":{"length":1}}'],
  ['wrong types', '{"email":1,"password":[],"name":{},"activationCode":null,"entries":"x"}'],
  ['an entry of nonsense', '{"entries":[{"lessonId":"../x","updatedAt":"yesterday","positionSeconds":-1}]}'],
  ['no entries', '{"entries":[]}'],
  ['a NUL', '{"email":"a\\u0000@b.example","password":"x","activationCode":"\\u0000"}'],
  ['half a surrogate', '{"email":"\\ud800","password":"\\ud800","activationCode":"\\ud800"}'],
  ['a very long code', JSON.stringify({ activationCode: 'A'.repeat(5_000) })],
];

/** Whether the call's own schema accepts this body: then there is nothing to reject. */
function isValidFor(endpoint: Endpoint, raw: string): boolean {
  try {
    const body: unknown = JSON.parse(raw);
    return !Array.isArray(body) && v.safeParse(endpoint.input, body).success;
  } catch {
    return false;
  }
}

describe('every call of the table', () => {
  it.each(table)('%s is mounted', async (_, endpoint) => {
    const server = await serverForTest();
    const response = await requestEndpoint(server, endpoint, {});
    expect([405, 500]).not.toContain(response.status);
    expect(response.text).not.toContain('"not_found"');
  });
});

describe('every call of the table, when it is refused,', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await createTestServer();
    return () => server.close();
  });
  beforeEach(() => server.clock.advance(A_DAY_MS));

  it.each(table.filter(([, endpoint]) => endpoint.caller !== 'anyone'))(
    '%s rejects an unauthenticated caller, whether or not its target exists',
    async (_, endpoint) => {
      for (const id of ['tides', 'nowhere']) {
        const body = endpoint.method === 'GET' ? {} : { raw: 'x' };
        const response = await server.request(pathOf(endpoint, id), { method: endpoint.method, ...body });
        expect(response.status).toBe(401);
        expect(response.refusal.code).toBe('session_ended');
        expect(response.header('WWW-Authenticate')).toBe('Bearer');
      }
    },
  );

  it.each(table)('%s returns 405 and the supported methods for other methods', async (_, endpoint) => {
    const known = methodsAt(endpoint);
    for (const method of ['PATCH', 'DELETE', 'OPTIONS', 'PURGE'].filter((one) => !known.includes(one))) {
      const response = await server.request(pathOf(endpoint), { method });
      expect(response.status).toBe(405);
      expect(response.header('Allow')?.split(', ')).toContain(endpoint.method);
      expect(response.refusal.code).toBe('method_not_allowed');
    }
  });
});

describe.each(writes)('%s with', (_, endpoint) => {
  let server: TestServer;
  beforeAll(async () => {
    server = await createTestServer();
    return () => server.close();
  });
  // Each request finds the limits unused.
  beforeEach(() => server.clock.advance(A_DAY_MS));

  it.each(hostileBodies)('%s is rejected with a message', async (_name, raw) => {
    const response = await requestEndpoint(server, endpoint, { raw });
    if (isValidFor(endpoint, raw)) {
      // The input is valid in form; whether it has an effect (an existing code, for example) is not tested
      // here.
      expect(response.status).toBeLessThan(500);
      return;
    }
    expect(response.status).toBeGreaterThanOrEqual(400);
    expect(response.status).toBeLessThan(500);
    // Its session is alive: the input is what was rejected.
    expect(response.status).not.toBe(401);
    expect(response.refusal.error.length).toBeGreaterThan(10);
    expect(response.refusal.code).toBeTypeOf('string');
    expect(response.refusal.requestId).toBe(response.header('X-Request-Id'));
  });

  it('more than its limit is rejected, declared or not', async () => {
    const raw = JSON.stringify({ email: 'x'.repeat(endpoint.bodyMaxBytes) });
    const declared = await requestEndpoint(server, endpoint, { raw });
    expect([declared.status, declared.refusal.code]).toEqual([413, 'body_too_large']);
    const headers = { 'Content-Length': String(raw.length) };
    expect((await requestEndpoint(server, endpoint, { raw, headers })).status).toBe(413);
  });

  it.each<[string, Record<string, string>]>([
    ['a form', { 'Content-Type': 'application/x-www-form-urlencoded' }],
    ['plain text', { 'Content-Type': 'text/plain' }],
    ['JSON in another charset', { 'Content-Type': 'application/json; charset=utf-16' }],
    ['no type', { 'Content-Type': '' }],
    ['a body in another coding than gzip', { 'Content-Encoding': 'br' }],
  ])('%s is 415', async (_name, headers) => {
    const raw = new Uint8Array(gzipSync('{}'));
    const response = await requestEndpoint(server, endpoint, { raw, headers });
    expect([response.status, response.refusal.code]).toEqual([415, 'unsupported_type']);
  });

  it('more than its limit after decompression is rejected', async () => {
    const raw = new Uint8Array(gzipSync(JSON.stringify({ email: 'x'.repeat(endpoint.bodyMaxBytes) })));
    const response = await requestEndpoint(server, endpoint, {
      raw,
      headers: { 'Content-Encoding': 'gzip' },
    });
    expect([response.status, response.refusal.code]).toEqual([413, 'body_too_large']);
  });

  it('invalid UTF-8 is malformed', async () => {
    const response = await requestEndpoint(server, endpoint, {
      raw: new Uint8Array([0x22, 0xff, 0xfe, 0x22]),
    });
    expect([response.status, response.refusal.code]).toEqual([400, 'malformed_json']);
  });
});

describe('every response', () => {
  const options: [string, string][] = [
    ['a read', '/api/courses'],
    ['a refusal', '/api/auth/me'],
    ['an unknown call', '/api/nothing/here'],
    ['the bare prefix', '/api'],
    ['an unknown video', '/media/x'],
    ['an unknown page', '/nothing.png'],
    ['the health call', '/healthz'],
    ['the ready call', '/readyz'],
  ];

  it.each(options)('carries the security headers: %s', async (_, path) => {
    const server = await serverForTest();
    const response = await server.request(path);
    expect(response.header('Content-Security-Policy')).toContain("frame-ancestors 'none'");
    expect(response.header('Strict-Transport-Security')).toContain('max-age=31536000');
    expect(response.header('X-Content-Type-Options')).toBe('nosniff');
    expect(response.header('Referrer-Policy')).toBe('strict-origin-when-cross-origin');
    expect(response.header('Cross-Origin-Opener-Policy')).toBe('same-origin');
    expect(response.header('Cross-Origin-Resource-Policy')).toBe('same-origin');
    expect(response.header('Permissions-Policy')).toContain('camera=()');
    expect(response.header('X-Request-Id')).toMatch(/^[0-9a-f-]{36}$/);
    expect(response.header('Server')).toBeNull();
    expect(response.header('X-Powered-By')).toBeNull();
    expect(response.header('Access-Control-Allow-Origin')).toBeNull();
  });

  it('below /api is JSON with no-store, for every path and method', async () => {
    const server = await serverForTest();
    for (const path of [
      '/api',
      '/api/',
      '/api/courses/',
      '/api/a/b/c',
      '/api/../api/x',
      '/api/courses/x/y',
    ]) {
      for (const method of ['GET', 'POST', 'DELETE', 'HEAD']) {
        const response = await server.request(path, { method });
        expect(response.status).toBe(404);
        expect(response.header('Content-Type')).toBe('application/json; charset=utf-8');
        expect(response.header('Cache-Control')).toBe('no-store');
      }
    }
  });

  it('is no-store, for every read of the table except the public catalogue', async () => {
    const server = await serverForTest();
    const edit = { method: 'PUT', as: server.people.admin, body: { title: 'Low water' } };
    expect((await server.request('/api/admin/lessons/tides-lesson-1', edit)).status).toBe(200);
    const { quizId } = await addQuiz(server, { use: 'test' });
    const { id: attemptId } = await handIn(server, { as: server.people.admin });
    const { id } = await server.deps.db.selectFrom('revisions').select('id').executeTakeFirstOrThrow();
    for (const [name, { method, path }] of Object.entries(endpoints)) {
      if (method !== 'GET' || name === 'listCourses' || name === 'getCourse') continue;
      const ids = {
        ...{ courseId: 'tides', lessonId: 'tides-lesson-1', userId: 'admin', revisionId: String(id) },
        ...{ batchId: 'tides-demo', quizId, attemptId },
      };
      const filled = fillPath(path, ids);
      const response = await server.request(filled, { as: server.people.admin });
      expect(response.status, name).toBe(200);
      expect(response.header('Cache-Control'), name).toMatch(/^no-store/);
      expect(response.header('Vary'), name).toMatch(/\bAuthorization\b/);
    }
  });

  it('names the header that it depends on, where it is an error or unchanged or for visitors too', async () => {
    const server = await serverForTest();
    const { alice, admin } = server.people;
    const varies = async (path: string, options: RequestOptions = {}) => {
      const response = await server.request(path, options);
      return [response.status, response.header('Vary')?.includes('Authorization')];
    };
    expect(await varies('/api/auth/me')).toEqual([401, true]);
    expect(await varies('/api/admin/users', { as: alice })).toEqual([403, true]);
    expect(await varies('/api/courses/tides')).toEqual([200, true]);
    const unchanged = async (path: string) => {
      const tag = (await server.request(path, { as: admin })).header('ETag') ?? '';
      return varies(path, { as: admin, headers: { 'If-None-Match': tag } });
    };
    expect(await unchanged('/api/courses/tides/content')).toEqual([304, true]);
    expect(await unchanged('/api/admin/courses')).toEqual([304, true]);
  });

  it('logs the error with its request id, and neither token nor password', async () => {
    const server = await serverForTest();
    const { alice } = server.people;
    await server.request('/api/auth/login', { body: { email: alice.email, password: 'wrong-and-secret' } });
    const response = await server.request('/api/courses/tides/content?token=abc', { as: alice });
    const log = server.log.join('');
    expect(log).toContain(response.header('X-Request-Id'));
    expect(log).toContain('login refused');
    expect(log).not.toMatch(/wrong-and-secret|token=abc/);
    expect(log).not.toContain(alice.token);
  });

  it('reveals nothing about internal errors', async () => {
    const server = await serverForTest();
    await inTransaction(server.deps.db, (trx) =>
      trx.schema.alterTable('courses').renameTo('coursesAway').execute(),
    );
    const response = await server.request('/api/courses/tides');
    expect([response.status, response.refusal.code]).toEqual([500, 'internal']);
    expect(response.text).not.toMatch(/courses|sql|at /i);
    expect(server.log.join('')).toMatch(/no such table|does not exist/);
  });
});
