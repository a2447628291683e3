import { randomUUID } from 'node:crypto';
import { sql, type UpdateObject } from 'kysely';
import { describe, expect, it } from 'vitest';
import { type Endpoint, fillPath } from '#schema/endpoints/endpoint.ts';
import { type EndpointName, endpoints } from '#schema/endpoints/endpoints.ts';
import { type CallerKind, type Expectation, permissions } from '#schema/endpoints/permissions.ts';
import { BatchReply } from '#schema/sync/batch.ts';
import type { Tables } from '#sync-server/db/tables.ts';
import { inTransaction } from '#sync-server/db/transaction.ts';
import type { Person } from '#sync-server/testing/people.ts';
import { onSqlite } from '#sync-server/testing/postgres/on-sqlite.ts';
import { usesPostgres } from '#sync-server/testing/postgres/test-database.ts';
import { serverForTest } from '#sync-server/testing/server-for-test.ts';
import type { RequestOptions } from '#sync-server/testing/test-request.ts';
import type { TestServer } from '#sync-server/testing/test-server.ts';
import { validInputs } from '#sync-server/testing/valid-inputs.ts';

const itOnSqlite = onSqlite(it);

/*
 * Tests the column "repeats a key from when it was allowed" of schema/endpoints/permissions.ts. It is derived: a repeat
 * is authorised like a new call of the same user, whatever receipt the key has.
 */

const isName = (name: string): name is EndpointName => name in endpoints;
const writes = Object.keys(endpoints)
  .filter(isName)
  .filter((name) => endpoints[name].method !== 'GET');

const ids = {
  courseId: 'tides',
  moduleId: 'tides-module-1',
  lessonId: 'tides-lesson-1',
  resourceId: 'tides-lesson-1-resource',
  quizId: 'tides-quiz',
  questionId: 'tides-question',
  attemptId: 'no-attempt',
  userId: 'carol',
  sessionId: 'no-such-session',
  batchId: 'tides-demo',
  codeId: 'no-such-code',
  ...{
    sourceId: 'no-such-shop',
    ignoredId: 'no-such-product',
    productId: 'no-such-product',
    orderId: 'no-such-order',
    keyId: 'no-such-key',
    passkeyId: 'no-such-passkey',
    requestId: 'no-such-request',
  },
};

/**
 * How Carol, an admin who activated the course, loses her rights, and which caller of the table she then is.
 */
const losses: readonly { title: string; kind: CallerKind; lose: (server: TestServer) => Promise<unknown> }[] =
  [
    { title: 'demoted', kind: 'demoted', lose: (server) => setRole(server, 'user') },
    { title: 'whose account was deleted', kind: 'deleted', lose: removeCarol },
    { title: 'whose password was changed', kind: 'deleted', lose: (server) => endSessions(server) },
  ];

const updateCarol = ({ deps }: TestServer, set: UpdateObject<Tables, 'users'>) =>
  inTransaction(deps.db, (trx) => trx.updateTable('users').set(set).where('id', '=', 'carol').execute());
const setRole = (server: TestServer, role: 'admin' | 'user') => updateCarol(server, { role });
const endSessions = (server: TestServer) => updateCarol(server, { tokenVersion: 2 });

/** Her data stays, her receipts above all: only her row is deleted. */
async function removeCarol({ deps: { db } }: TestServer): Promise<void> {
  if (!usesPostgres()) await sql`pragma foreign_keys = off`.execute(db);
  await inTransaction(db, async (trx) => {
    if (usesPostgres()) await sql`set local session_replication_role = replica`.execute(trx);
    await trx.deleteFrom('users').where('id', '=', 'carol').execute();
  });
  if (!usesPostgres()) await sql`pragma foreign_keys = on`.execute(db);
}

async function serverWithAdminCarol(): Promise<TestServer & { readonly carol: Person }> {
  const server = await serverForTest();
  await setRole(server, 'admin');
  return { ...server, carol: server.people.carol };
}

interface Write {
  readonly name: EndpointName;
  readonly endpoint: Endpoint;
  readonly path: string;
  readonly options: RequestOptions & { readonly key: string };
}

function writeOf(name: EndpointName, as: Person): Write {
  const endpoint: Endpoint = endpoints[name];
  const body = validInputs[name];
  const isForm = endpoint.body === 'multipart';
  const options = {
    ...{ method: endpoint.method, as, key: randomUUID() },
    ...(isForm ? { raw: '--xxxx--\r\n' } : body === null ? {} : { body }),
    ...(isForm ? { headers: { 'Content-Type': 'multipart/form-data; boundary=xxxx' } } : {}),
  };
  return { name, endpoint, path: fillPath(endpoint.path, ids), options };
}

/** Runs every write of the table once, as an authorised admin; deletions are last. */
async function makeAllWrites(server: TestServer, as: Person): Promise<Write[]> {
  const isLast = ({ endpoint }: Write) => endpoint.method === 'DELETE';
  const all = writes.map((name) => writeOf(name, as));
  const ordered = [...all.filter((write) => !isLast(write)), ...all.filter(isLast)];
  for (const { name, endpoint, path, options } of ordered) {
    const first = await server.request(path, options);
    // A 401 without the header is a wrong password, which an earlier write may have changed.
    const isRefused = first.status === 403 || first.header('WWW-Authenticate') !== null;
    if (endpoint.caller !== 'anyone') expect(isRefused, `${name} is allowed before`).toBe(false);
    await restoreSession(server);
  }
  return ordered;
}

/** Some writes end their own session: a password change, or the end of all sessions of a user. */
async function restoreSession(server: TestServer): Promise<void> {
  await updateCarol(server, { tokenVersion: 1, tokensWithoutSessionEndedAt: null });
  await inTransaction(server.deps.db, (trx) =>
    trx.updateTable('sessions').set({ endedAt: null }).where('userId', '=', 'carol').execute(),
  );
}

const refused: readonly Expectation[] = [401, 403];

describe.each(losses)('a caller $title', ({ kind, lose }) => {
  it('who repeats a key from when a call was allowed is authorised as for a new call', async () => {
    const server = await serverWithAdminCarol();
    const firstWrites = await makeAllWrites(server, server.carol);
    await lose(server);
    for (const { name, path, options } of firstWrites) {
      const repeat = await server.request(path, options);
      const expected = permissions[name][kind].own;
      if (!refused.includes(expected)) {
        expect(repeat.header('WWW-Authenticate'), name).toBeNull();
        continue;
      }
      expect(repeat.status, name).toBe(expected);
      expect(Object.keys(JSON.parse(repeat.text)), name).toEqual(['error', 'code', 'requestId']);
      expect([repeat.header('Receipt'), repeat.header('Idempotency-Replayed')], name).toEqual([null, null]);
    }
  });
});

describe('a demoted admin', () => {
  it('reads nothing by repeating commands in a batch, atomic or not', async () => {
    const server = await serverWithAdminCarol();
    const firstWrites = await makeAllWrites(server, server.carol);
    const commands = firstWrites.filter(({ endpoint }) => endpoint.isCommand && endpoint.caller === 'admin');
    expect(commands.length).toBeGreaterThan(10);
    await setRole(server, 'user');
    const requests = commands.map(({ name, endpoint: { method }, path, options: { key, body } }) => {
      const request = { id: name, method, path, headers: { 'Idempotency-Key': key } };
      return body === undefined ? request : { ...request, body };
    });
    const send = async (body: object) =>
      (await server.request('/api/batch', { as: server.carol, body })).read(BatchReply).responses;
    for (const response of await send({ requests })) {
      expect(response, response.id).toMatchObject({ status: 403, body: { code: 'not_allowed' } });
      expect(response.headers.receipt, response.id).toBeUndefined();
    }
    for (const request of requests) {
      const [response] = await send({ atomic: true, requests: [request] });
      // 400: a command that is not allowed in an atomic batch.
      expect([400, 403], request.id).toContain(response?.status);
      expect(response?.headers.receipt, request.id).toBeUndefined();
    }
  });

  it('is refused before the key is looked up, whatever it is', async () => {
    const server = await serverWithAdminCarol();
    const path = '/api/admin/lessons/tides-lesson-1';
    const key = randomUUID();
    const rename = { as: server.carol, method: 'PUT', key };
    await server.request(path, { ...rename, body: { title: 'Ebb' } });
    await setRole(server, 'user');
    const other = await server.request(path, { ...rename, body: { title: 'Flow' } });
    const malformed = await server.request(path, { ...rename, key: 'no key', body: { title: 'Flow' } });
    expect([other.status, malformed.status]).toEqual([403, 403]);
  });

  it('leaves no receipt of the refusal, and the command runs once they are an admin again', async () => {
    const server = await serverWithAdminCarol();
    const rename = { as: server.carol, method: 'PUT', key: randomUUID(), body: { title: 'Ebb' } };
    await setRole(server, 'user');
    expect((await server.request('/api/admin/lessons/tides-lesson-1', rename)).status).toBe(403);
    expect(await server.deps.db.selectFrom('receipts').selectAll().execute()).toEqual([]);
    await setRole(server, 'admin');
    expect((await server.request('/api/admin/lessons/tides-lesson-1', rename)).status).toBe(200);
  });

  itOnSqlite(
    'has no rights from the moment of the demotion, even in the middle of their own batch',
    async () => {
      const server = await serverWithAdminCarol();
      // The first edit of the batch demotes them, in the same transaction.
      await sql`create trigger demote after insert on receipts begin
      update users set role = 'user' where id = 'carol'; end`.execute(server.deps.db);
      const edit = (id: string) => ({
        ...{ id, method: 'PUT', path: '/api/admin/lessons/tides-lesson-1', body: { title: id } },
        headers: { 'Idempotency-Key': randomUUID() },
      });
      const read = { id: 'read', method: 'GET', path: '/api/admin/courses/tides' };
      const reply = await server.request('/api/batch', {
        as: server.carol,
        body: { requests: [edit('one'), edit('two'), read] },
      });
      const { responses } = reply.read(BatchReply);
      expect(responses.map(({ status }) => status)).toEqual([200, 403, 403]);
    },
  );
});

describe('a learner who lost access to a course', () => {
  it('does not see that course when they repeat the activation', async () => {
    const server = await serverForTest();
    const { alice } = server.people;
    const options = { as: alice, key: randomUUID(), body: { activationCode: 'TIDES-CODE-1' } };
    const first = await server.request('/api/courses/tides/activate', options);
    expect(JSON.parse(first.text)).toEqual({
      activatedCourses: ['tides'],
      proof: { text: expect.any(String), epoch: expect.any(String) },
    });
    await inTransaction(server.deps.db, (trx) =>
      trx.deleteFrom('activations').where('userId', '=', alice.id).execute(),
    );
    const repeat = await server.request('/api/courses/tides/activate', options);
    expect(repeat.header('Idempotency-Replayed')).toBe('true');
    expect(JSON.parse(repeat.text)).toEqual({ activatedCourses: [] });
  });
});
