import { describe, expect, it, vi } from 'vitest';
import { SessionReply } from '#schema/account/user.ts';
import { endpoints } from '#schema/endpoints/endpoints.ts';
import { messages } from '#schema/messages/messages.ts';
import { serverMessages } from '#schema/messages/server-messages.ts';
import { waitFor } from '#schema/testing/wait-for.ts';
import { inTransaction } from '../db/transaction.ts';
import { setPassword } from '../passwords/password-queries.ts';
import { endAllSessions, listLiveSessions } from '../sessions/session-queries.ts';
import { serverForTest } from '../testing/server-for-test.ts';

const DAY_MS = 24 * 60 * 60 * 1_000;
const dora = { name: '  Dora Quill ', email: ' Dora@Example.org ', password: ' spaces count here ' };

describe('sign up', () => {
  it('creates a learner, signs them in, and trims name and email but not the password', async () => {
    const server = await serverForTest();
    const response = await server.request('/api/auth/register', { body: dora });
    expect(response.status).toBe(200);
    const { user, token } = response.read(SessionReply);
    expect(user).toMatchObject({ name: 'Dora Quill', email: 'dora@example.org', role: 'user' });
    expect(user.activatedCourses).toEqual([]);
    const headers = { Authorization: `Bearer ${token}` };
    expect((await server.request('/api/auth/me', { headers })).status).toBe(200);
    const cut = { email: 'dora@example.org', password: dora.password.trim() };
    expect((await server.request('/api/auth/login', { body: cut })).status).toBe(401);
    expect((await server.request('/api/auth/login', { body: dora })).status).toBe(200);
  });

  it('rejects an email that already has an account, ignoring case', async () => {
    const server = await serverForTest();
    const body = { ...dora, email: 'ALICE@example.org' };
    const response = await server.request('/api/auth/register', { body });
    expect(response.status).toBe(400);
    expect(response.refusal).toMatchObject({ error: serverMessages.emailTaken, code: 'email_taken' });
  });

  it('lets one of two concurrent sign-ups with the same email succeed', async () => {
    const server = await serverForTest();
    const both = await Promise.all([1, 2].map(() => server.request('/api/auth/register', { body: dora })));
    expect(both.map((response) => response.status).sort()).toEqual([200, 400]);
  });

  it.each([
    ['short', 'seven77', messages.passwordTooShort],
    ['long', 'x'.repeat(257), messages.passwordTooLong],
    ['common', 'Password123', serverMessages.passwordTooCommon],
    ['personal', 'Quill-1999', serverMessages.passwordPersonal],
  ])('explains why a %s password is rejected', async (_, password, sentence) => {
    const server = await serverForTest();
    const response = await server.request('/api/auth/register', { body: { ...dora, password } });
    expect(response.status).toBe(400);
    expect(response.refusal).toMatchObject({ error: sentence, fields: { password: sentence } });
  });

  it('returns the catalogue message for missing fields and names them', async () => {
    const server = await serverForTest();
    const response = await server.request('/api/auth/register', { body: {} });
    expect(response.refusal.error).toBe(messages.registerInvalid);
    expect(Object.keys(response.refusal.fields ?? {})).toEqual(['name', 'email', 'password']);
  });

  it('never creates an admin, whatever the body contains', async () => {
    const server = await serverForTest();
    const body = { ...dora, role: 'admin', id: 'admin', activatedCourses: ['tides'], tokenVersion: 9 };
    const { user } = (await server.request('/api/auth/register', { body })).read(SessionReply);
    expect(user.role).toBe('user');
    expect(user.id).not.toBe('admin');
    expect(user.activatedCourses).toEqual([]);
  });
});

describe('sign in', () => {
  it('returns token and user', async () => {
    const server = await serverForTest();
    const { alice } = server.people;
    const body = { email: ' ALICE@example.org', password: alice.password };
    const response = await server.request('/api/auth/login', { body });
    expect(response.read(SessionReply).user.id).toBe('alice');
    expect(response.header('Cache-Control')).toBe('no-store');
  });

  it('returns the same response for an unknown email and a wrong password, and ends no session', async () => {
    const server = await serverForTest();
    const unknown = await server.request('/api/auth/login', {
      body: { email: 'nobody@example.org', password: 'not this one' },
    });
    const wrong = await server.request('/api/auth/login', {
      body: { email: 'alice@example.org', password: 'not this one' },
    });
    for (const response of [unknown, wrong]) {
      expect(response.status).toBe(401);
      expect(response.refusal).toMatchObject({ error: messages.loginInvalid, code: 'wrong_credentials' });
      expect(response.header('WWW-Authenticate')).toBeNull();
    }
  });

  it('treats a learner at the admin login like a wrong password', async () => {
    const server = await serverForTest();
    const { alice, admin } = server.people;
    const learner = await server.request('/api/auth/admin/login', { body: alice });
    expect(learner.status).toBe(401);
    expect(learner.refusal).toMatchObject({
      error: messages.adminLoginInvalid,
      code: 'wrong_admin_credentials',
    });
    expect(learner.header('WWW-Authenticate')).toBeNull();
    const response = await server.request('/api/auth/admin/login', { body: admin });
    expect(response.read(SessionReply).user.role).toBe('admin');
  });
});

describe('the current user', () => {
  it('includes the activated courses', async () => {
    const server = await serverForTest();
    const { alice } = server.people;
    const body = { activationCode: 'TIDES-CODE-1' };
    await server.request('/api/courses/tides/activate', { as: alice, body });
    const { user, token } = (await server.request('/api/auth/me', { as: alice })).read(endpoints.me.output);
    expect(user.activatedCourses).toEqual(['tides']);
    expect(token).toBeUndefined();
  });

  it('includes a new token when more than half of the thirty days has passed', async () => {
    const server = await serverForTest();
    const { alice } = server.people;
    server.clock.advance(16 * DAY_MS);
    const { token } = (await server.request('/api/auth/me', { as: alice })).read(endpoints.me.output);
    expect(token).toBeTypeOf('string');
    server.clock.advance(20 * DAY_MS);
    expect((await server.request('/api/auth/me', { as: alice })).status).toBe(401);
    const headers = { Authorization: `Bearer ${token}` };
    expect((await server.request('/api/auth/me', { headers })).status).toBe(200);
  });
});

describe('a login during which the password is changed', () => {
  it('is refused as one with a wrong password, and begins no session', async () => {
    const server = await serverForTest();
    const { deps, people } = server;
    const { email, password } = people.alice;
    const compare = vi.spyOn(deps.passwords, 'compare');
    const login = await inTransaction(deps.db, async (trx) => {
      const sent = server.request('/api/auth/login', { body: { email, password } });
      await waitFor(() => expect(compare.mock.settledResults).toMatchObject([{ value: 'right' }]));
      const at = deps.clock.now().toISOString();
      await setPassword(trx, { userId: 'alice', passwordHash: 'another', at });
      await endAllSessions(trx, { userId: 'alice', at }, null);
      return { sent };
    });
    const response = await login.sent;
    expect([response.status, response.refusal.code]).toEqual([401, 'wrong_credentials']);
    expect(await listLiveSessions(deps.db, 'alice', deps.clock.now())).toEqual([]);
  });
});
