import { describe, expect, it } from 'vitest';
import { endpoints } from '#schema/endpoints.ts';
import { messages } from '#schema/messages.ts';
import { serverMessages } from '#schema/server-messages.ts';
import { SessionReply } from '#schema/user.ts';
import { serverForTest } from '../testing/server-for-test.ts';

const DAY_MS = 24 * 60 * 60 * 1_000;
const dora = { name: '  Dora Quill ', email: ' Dora@Example.org ', password: ' spaces count here ' };

describe('sign up', () => {
  it('makes a learner, signs them in, and trims name and email but never the password', async () => {
    const server = await serverForTest();
    const answer = await server.ask('/api/auth/register', { body: dora });
    expect(answer.status).toBe(200);
    const { user, token } = answer.read(SessionReply);
    expect(user).toMatchObject({ name: 'Dora Quill', email: 'dora@example.org', role: 'user' });
    expect(user.activatedCourses).toEqual([]);
    const headers = { Authorization: `Bearer ${token}` };
    expect((await server.ask('/api/auth/me', { headers })).status).toBe(200);
    const cut = { email: 'dora@example.org', password: dora.password.trim() };
    expect((await server.ask('/api/auth/login', { body: cut })).status).toBe(401);
    expect((await server.ask('/api/auth/login', { body: dora })).status).toBe(200);
  });

  it('refuses an email that has an account, whatever its case', async () => {
    const server = await serverForTest();
    const body = { ...dora, email: 'ALICE@example.org' };
    const answer = await server.ask('/api/auth/register', { body });
    expect(answer.status).toBe(400);
    expect(answer.refusal).toMatchObject({ error: serverMessages.emailTaken, code: 'email_taken' });
  });

  it('lets one of two win who take the same email at the same moment', async () => {
    const server = await serverForTest();
    const both = await Promise.all([1, 2].map(() => server.ask('/api/auth/register', { body: dora })));
    expect(both.map((answer) => answer.status).sort()).toEqual([200, 400]);
  });

  it.each([
    ['short', 'seven77', messages.passwordTooShort],
    ['long', 'x'.repeat(257), messages.passwordTooLong],
    ['common', 'Password123', serverMessages.passwordTooCommon],
    ['personal', 'Quill-1999', serverMessages.passwordPersonal],
  ])('says why a %s password is refused', async (_, password, sentence) => {
    const server = await serverForTest();
    const answer = await server.ask('/api/auth/register', { body: { ...dora, password } });
    expect(answer.status).toBe(400);
    expect(answer.refusal).toMatchObject({ error: sentence, fields: { password: sentence } });
  });

  it('answers missing fields with the sentence of the catalogue, and names them', async () => {
    const server = await serverForTest();
    const answer = await server.ask('/api/auth/register', { body: {} });
    expect(answer.refusal.error).toBe(messages.registerInvalid);
    expect(Object.keys(answer.refusal.fields ?? {})).toEqual(['name', 'email', 'password']);
  });

  it('makes nobody an admin, whatever else the body says', async () => {
    const server = await serverForTest();
    const body = { ...dora, role: 'admin', id: 'admin', activatedCourses: ['tides'], tokenVersion: 9 };
    const { user } = (await server.ask('/api/auth/register', { body })).read(SessionReply);
    expect(user.role).toBe('user');
    expect(user.id).not.toBe('admin');
    expect(user.activatedCourses).toEqual([]);
  });
});

describe('sign in', () => {
  it('answers token and user', async () => {
    const server = await serverForTest();
    const { alice } = server.people;
    const body = { email: ' ALICE@example.org', password: alice.password };
    const answer = await server.ask('/api/auth/login', { body });
    expect(answer.read(SessionReply).user.id).toBe('alice');
    expect(answer.header('Cache-Control')).toBe('no-store');
  });

  it('answers an unknown email and a wrong password alike, and ends no session by it', async () => {
    const server = await serverForTest();
    const unknown = await server.ask('/api/auth/login', {
      body: { email: 'nobody@example.org', password: 'not this one' },
    });
    const wrong = await server.ask('/api/auth/login', {
      body: { email: 'alice@example.org', password: 'not this one' },
    });
    for (const answer of [unknown, wrong]) {
      expect(answer.status).toBe(401);
      expect(answer.refusal).toMatchObject({ error: messages.loginInvalid, code: 'wrong_credentials' });
      expect(answer.header('WWW-Authenticate')).toBeNull();
    }
  });

  it('treats a learner at the admin door like a wrong password', async () => {
    const server = await serverForTest();
    const { alice, admin } = server.people;
    const learner = await server.ask('/api/auth/admin/login', { body: alice });
    expect(learner.status).toBe(401);
    expect(learner.refusal).toMatchObject({
      error: messages.adminLoginInvalid,
      code: 'wrong_admin_credentials',
    });
    expect(learner.header('WWW-Authenticate')).toBeNull();
    const answer = await server.ask('/api/auth/admin/login', { body: admin });
    expect(answer.read(SessionReply).user.role).toBe('admin');
  });
});

describe('who am I', () => {
  it('answers the user with what they activated', async () => {
    const server = await serverForTest();
    const { alice } = server.people;
    const body = { activationCode: 'TIDES-CODE-1' };
    await server.ask('/api/courses/tides/activate', { as: alice, body });
    const { user, token } = (await server.ask('/api/auth/me', { as: alice })).read(endpoints.me.output);
    expect(user.activatedCourses).toEqual(['tides']);
    expect(token).toBeUndefined();
  });

  it('brings a fresh token when more than half of the thirty days is spent', async () => {
    const server = await serverForTest();
    const { alice } = server.people;
    server.clock.advance(16 * DAY_MS);
    const { token } = (await server.ask('/api/auth/me', { as: alice })).read(endpoints.me.output);
    expect(token).toBeTypeOf('string');
    server.clock.advance(20 * DAY_MS);
    expect((await server.ask('/api/auth/me', { as: alice })).status).toBe(401);
    const headers = { Authorization: `Bearer ${token}` };
    expect((await server.ask('/api/auth/me', { headers })).status).toBe(200);
  });
});
