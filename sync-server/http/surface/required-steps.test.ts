import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { type RequiredStep, requiredStepCodes } from '#schema/account/required-step.ts';
import { SessionReply } from '#schema/account/user.ts';
import { type Endpoint, fillPath } from '#schema/endpoints/endpoint.ts';
import { type EndpointName, endpoints } from '#schema/endpoints/endpoints.ts';
import { inTransaction } from '#sync-server/db/transaction.ts';
import type { Person } from '#sync-server/testing/people.ts';
import { turnOnSecondFactor } from '#sync-server/testing/second-factor.ts';
import { serverForTest } from '#sync-server/testing/server-for-test.ts';
import type { TestServer } from '#sync-server/testing/test-server.ts';
import { validInputs } from '#sync-server/testing/valid-inputs.ts';

const isName = (name: string): name is EndpointName => name in endpoints;
const guarded = Object.keys(endpoints)
  .filter(isName)
  .filter((name) => endpoints[name].caller !== 'anyone' && !endpoints[name].isSetUp);

const ids: Readonly<Record<string, string>> = {
  userId: 'admin',
  sessionId: 'no-session',
  courseId: 'tides',
  moduleId: 'tides-module-1',
  lessonId: 'tides-lesson-1',
  resourceId: 'tides-lesson-1-resource',
  quizId: 'tides-quiz',
  questionId: 'tides-question',
  attemptId: 'no-attempt',
  revisionId: 'no-revision',
  batchId: 'tides-demo',
  codeId: 'no-code',
  ...{ sourceId: 'no-shop', productId: 'no-product', orderId: 'no-order', keyId: 'no-key' },
  ...{ passkeyId: 'no-passkey', ignoredId: 'no-product', requestId: 'no-request' },
};

const request = (server: TestServer, name: EndpointName, key?: string) => {
  const { path, method }: Endpoint = endpoints[name];
  const body = validInputs[name];
  return server.request(fillPath(path, ids), {
    method,
    as: server.people.admin,
    ...(body === null ? {} : { body }),
    ...(key === undefined ? {} : { key }),
  });
};

const mustChange = (server: TestServer) =>
  inTransaction(server.deps.db, (trx) =>
    trx.updateTable('users').set({ mustChangePassword: 1 }).where('id', '=', 'admin').execute(),
  );

/** A server whose admin has this open step. */
async function serverWith(step: RequiredStep): Promise<TestServer> {
  const server = await serverForTest({
    config: { requireSecondFactor: step === 'secondFactor' ? 'admins' : 'none' },
  });
  if (step === 'password') await mustChange(server);
  return server;
}

const login = (server: TestServer, { email, password }: Person) =>
  server.request('/api/auth/admin/login', { body: { email, password } });

describe.each(['password', 'secondFactor'] as const)('an admin with a required step (%s)', (step) => {
  it('can sign in, and receives the step', async () => {
    const server = await serverWith(step);
    const { admin } = server.people;
    expect((await login(server, admin)).read(SessionReply).user.requiredStep).toBe(step);
    const me = (await server.request('/api/auth/me', { as: admin })).read(endpoints.me.output);
    expect(me.user.requiredStep).toBe(step);
  });

  it('is refused every call except the set-up, with a key or without, and no refusal leaves a receipt', async () => {
    const server = await serverWith(step);
    expect(guarded.length).toBeGreaterThan(30);
    for (const name of guarded) {
      for (const key of [undefined, randomUUID()]) {
        const response = await request(server, name, key);
        expect(response.status, name).toBe(403);
        expect(response.refusal.code, name).toBe(requiredStepCodes[step]);
      }
    }
    expect(await server.deps.db.selectFrom('receipts').selectAll().execute()).toEqual([]);
  });

  it('is refused uploads, and a course that only admins see', async () => {
    const server = await serverWith(step);
    const { admin } = server.people;
    const upload = await server.request('/api/uploads', { method: 'POST', as: admin });
    expect(upload.refusal.code).toBe(requiredStepCodes[step]);
    await inTransaction(server.deps.db, (trx) =>
      trx.updateTable('courses').set({ status: 'unpublished' }).execute(),
    );
    expect((await server.request('/api/courses/tides', { as: admin })).status).toBe(404);
  });

  it('can repeat the same edit after the step', async () => {
    const server = await serverWith(step);
    const { admin } = server.people;
    const key = randomUUID();
    expect((await request(server, 'createCourse', key)).status).toBe(403);
    if (step === 'secondFactor') await turnOnSecondFactor(server, admin);
    else
      await inTransaction(server.deps.db, (trx) =>
        trx.updateTable('users').set({ mustChangePassword: 0 }).execute(),
      );
    const response = await request(server, 'createCourse', key);
    expect(response.status).toBe(200);
    expect(response.header('Idempotency-Replayed')).toBeNull();
  });
});

describe('a generated password', () => {
  const change = (server: TestServer, newPassword: string) =>
    server.request('/api/users/admin/password', {
      method: 'PUT',
      as: server.people.admin,
      body: { currentPassword: server.people.admin.password, newPassword },
    });

  it('is replaced by a password change', async () => {
    const server = await serverWith('password');
    const { token } = (await change(server, 'a lamp of my own')).read(endpoints.changePassword.output);
    const headers = { Authorization: `Bearer ${token}` };
    expect((await server.request('/api/admin/stats', { headers })).status).toBe(200);
    const me = (await server.request('/api/auth/me', { headers })).read(endpoints.me.output);
    expect(me.user.requiredStep).toBeUndefined();
  });

  it('cannot be replaced with the same password', async () => {
    const server = await serverWith('password');
    const response = await change(server, server.people.admin.password);
    expect(response.status).toBe(400);
    expect(response.refusal.fields?.newPassword).toMatch(/not the current one/);
    expect((await server.request('/api/admin/stats', { as: server.people.admin })).status).toBe(403);
  });
});

describe('an installation that requires two-step sign-in of admins', () => {
  it('requires no step of learners, and none of admins who have it', async () => {
    const server = await serverForTest({ config: { requireSecondFactor: 'admins' } });
    const { alice, admin } = server.people;
    expect((await server.request('/api/progress', { as: alice })).status).toBe(200);
    await turnOnSecondFactor(server, admin);
    expect((await server.request('/api/admin/stats', { as: admin })).status).toBe(200);
  });

  it('requires it of a user from the moment that they become an admin', async () => {
    const server = await serverForTest({ config: { requireSecondFactor: 'admins' } });
    const { alice, admin } = server.people;
    await turnOnSecondFactor(server, admin);
    await server.request('/api/admin/users/alice/role', {
      method: 'PUT',
      as: admin,
      body: { role: 'admin' },
    });
    expect((await server.request('/api/admin/stats', { as: alice })).refusal.code).toBe(
      'second_factor_setup_required',
    );
    await turnOnSecondFactor(server, alice);
    expect((await server.request('/api/admin/stats', { as: alice })).status).toBe(200);
  });
});
