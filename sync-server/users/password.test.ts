import { describe, expect, it } from 'vitest';
import { PasswordReply } from '#schema/account/profile.ts';
import { messages } from '#schema/messages/messages.ts';
import { serverMessages } from '#schema/messages/server-messages.ts';
import { openInbox } from '../testing/inbox.ts';
import { PASSWORD } from '../testing/people.ts';
import { serverForTest } from '../testing/server-for-test.ts';
import type { RequestOptions } from '../testing/test-request.ts';
import type { TestServer } from '../testing/test-server.ts';

const NEW_PASSWORD = ' a new lamp, with spaces ';

const change = (server: TestServer, fields: object = {}, options: RequestOptions = {}) =>
  server.request('/api/users/alice/password', {
    method: 'PUT',
    as: server.people.alice,
    body: { currentPassword: PASSWORD, newPassword: NEW_PASSWORD, ...fields },
    ...options,
  });

const statusWith = async (server: TestServer, token: string) =>
  (await server.request('/api/auth/me', { headers: { Authorization: `Bearer ${token}` } })).status;

describe('a password change', () => {
  it('ends every other session and continues with a new token', async () => {
    const server = await serverForTest();
    const { alice } = server.people;
    const { token } = (await change(server)).read(PasswordReply);
    expect(await statusWith(server, alice.token)).toBe(401);
    expect(await statusWith(server, token)).toBe(200);
    const login = (password: string) =>
      server.request('/api/auth/login', { body: { email: alice.email, password } });
    expect((await login(NEW_PASSWORD)).status).toBe(200);
    expect((await login(NEW_PASSWORD.trim())).status).toBe(401);
    expect((await login(PASSWORD)).status).toBe(401);
  });

  it('is reported to the owner by mail', async () => {
    const inbox = await openInbox();
    const server = await serverForTest({ config: { smtpUrl: inbox.url } });
    await change(server);
    await server.deps.mails.drain();
    expect(inbox.mails[0]?.recipients).toEqual(['alice@example.org']);
    expect(inbox.mails[0]?.mail.subject).toBe('Your password was changed');
  });

  it('requires the current one; a wrong one signs no user out', async () => {
    const server = await serverForTest();
    const response = await change(server, { currentPassword: 'not this one' });
    expect(response.status).toBe(401);
    expect(response.header('WWW-Authenticate')).toBeNull();
    const error = messages.currentPasswordWrong;
    expect(response.refusal).toMatchObject({ error, code: 'wrong_current_password' });
    expect(await statusWith(server, server.people.alice.token)).toBe(200);
  });

  it.each([
    ['short', 'seven77', messages.passwordTooShort],
    ['long', 'x'.repeat(257), messages.passwordTooLong],
    ['common', 'Password123', serverMessages.passwordTooCommon],
    ['personal', 'alice.ashdown!', serverMessages.passwordPersonal],
  ])('explains why a %s new one is rejected', async (_, newPassword, sentence) => {
    const server = await serverForTest();
    const response = await change(server, { newPassword });
    expect(response.status).toBe(400);
    expect(response.refusal).toMatchObject({ error: sentence, fields: { newPassword: sentence } });
  });

  it('is forbidden for others, admins included, and for unknown ids', async () => {
    const server = await serverForTest();
    const { bob, admin } = server.people;
    for (const as of [bob, admin]) {
      const response = await change(server, {}, { as });
      expect(response.status).toBe(403);
      expect(response.refusal.error).toBe(messages.passwordForbidden);
    }
    const absent = await server.request('/api/users/nobody/password', { method: 'PUT', as: bob, body: {} });
    expect(absent.status).toBe(403);
  });

  it('voids a reset code that was mailed before', async () => {
    const inbox = await openInbox();
    const server = await serverForTest({ config: { smtpUrl: inbox.url } });
    const email = 'alice@example.org';
    await server.request('/api/auth/forgot-password', { body: { email } });
    await server.deps.mails.drain();
    const otp = /^ {4}(\d{6})$/m.exec(inbox.mails[0]?.mail.text ?? '')?.[1];
    expect(otp).toBeDefined();
    await change(server);
    expect((await server.request('/api/auth/verify-otp', { body: { email, otp } })).status).toBe(400);
  });

  it('succeeds for one of two that are sent at the same moment', async () => {
    const server = await serverForTest();
    const both = await Promise.all([1, 2].map((n) => change(server, { newPassword: `new lamp no. ${n}` })));
    expect(both.map((response) => response.status).sort()).toEqual([200, 401]);
  });

  it('cannot be tried without limit', async () => {
    const server = await serverForTest();
    const statuses: number[] = [];
    for (let i = 0; i < 11; i += 1) {
      statuses.push((await change(server, { currentPassword: `guess ${i}` })).status);
    }
    expect(statuses).toEqual([...Array<number>(10).fill(401), 429]);
  });
});
