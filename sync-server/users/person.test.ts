import { describe, expect, it } from 'vitest';
import { readResetFragment } from '#schema/account/reset-link.ts';
import { describeRevision } from '#schema/commands/history-sentences.ts';
import { endpoints } from '#schema/endpoints/endpoints.ts';
import { openInbox } from '../testing/inbox.ts';
import { serverForTest } from '../testing/server-for-test.ts';
import type { TestServer } from '../testing/test-server.ts';

const personOf = async (server: TestServer, id = 'bob') =>
  (await server.request(`/api/admin/users/${id}`, { as: server.people.admin })).read(
    endpoints.getPerson.output,
  ).person;

const sendReset = (server: TestServer, id = 'bob') =>
  server.request(`/api/admin/users/${id}/reset-password`, { as: server.people.admin, method: 'POST' });

describe('what admins see of a person', () => {
  it('has courses with progress, used codes, devices and support requests', async () => {
    const server = await serverForTest();
    const { bob, alice } = server.people;
    const at = server.clock.now().toISOString();
    const login = { email: bob.email, password: bob.password };
    await server.request('/api/auth/login', { body: login, headers: { 'X-Device-Id': 'bobs-telephone-1' } });
    await server.request('/api/courses/tides/activate', {
      as: bob,
      body: { activationCode: 'TIDES-CODE-1' },
    });
    const entry = { lessonId: 'tides-lesson-1', completedAt: at, positionSeconds: 4, updatedAt: at };
    await server.request('/api/progress', { as: bob, method: 'PUT', body: { entries: [entry] } });
    const request = { name: 'Bob', email: bob.email, subject: 'access', message: 'Signed in' };
    await server.request('/api/support', { as: bob, body: request });
    await server.request('/api/support', { body: { ...request, message: 'Signed out' } });
    await server.request('/api/support', { as: alice, body: { ...request, message: 'As another user' } });
    const person = await personOf(server);
    expect(person).toMatchObject({ id: 'bob', email: bob.email, role: 'user' });
    expect(person.courses).toMatchObject([
      { courseId: 'tides', unlocking: 'code', completed: 1, lastActiveAt: at, revokedAt: null },
    ]);
    expect(person.courses[0]?.lessons).toBeGreaterThan(1);
    expect(person.codes).toMatchObject([{ code: 'TIDES-CODE-1', courseTitle: 'Reading the tides' }]);
    expect(person.devices.length).toBeGreaterThan(0);
    expect(person.requests.map(({ message, userId }) => `${message}: ${userId}`).sort()).toEqual([
      'Signed in: bob',
      'Signed out: null',
    ]);
    expect((await personOf(server, 'alice')).courses).toEqual([]);
  });

  it('says that an account does not exist', async () => {
    const server = await serverForTest();
    const reply = await server.request('/api/admin/users/nobody', { as: server.people.admin });
    expect([reply.status, reply.refusal.code]).toEqual([404, 'user_not_found']);
  });
});

describe('a password reset that an admin sends', () => {
  it('mails the user a code whose link is accepted on any device, and tells the admin nothing', async () => {
    const inbox = await openInbox();
    const publicUrl = 'https://carrel.example';
    const server = await serverForTest({ config: { smtpUrl: inbox.url, publicUrl } });
    const reply = await sendReset(server);
    expect(reply.text).toBe('{"success":true,"isSent":true,"hasCode":true}');
    await server.deps.mails.drain();
    const { mail, recipients } = inbox.mails[0] ?? {};
    expect(recipients).toEqual(['bob@example.org']);
    const code = /^ {4}(\d{6})$/m.exec(mail?.text ?? '')?.[1];
    const fragment = /https:\/\/carrel\.example\/verify-otp(#\S+)/.exec(mail?.text ?? '')?.[1] ?? '';
    const link = readResetFragment(fragment);
    expect(link).toMatchObject({ email: 'bob@example.org', createdAt: server.clock.now().toISOString() });
    const body = { email: link?.email, requestId: link?.requestId, otp: code };
    expect((await server.request('/api/auth/verify-otp', { body })).status).toBe(200);
    const audit = await server.request('/api/admin/audit', { as: server.people.admin });
    const [revision] = audit.read(endpoints.listAudit.output).revisions;
    expect(revision && describeRevision(revision)).toBe('mailed bob Ashdown a code for a new password');
    expect(JSON.stringify(revision)).not.toContain(code);
  });

  it('is not repeated within a minute, and is limited like requests of the user', async () => {
    const server = await serverForTest({ config: { publicUrl: 'https://carrel.example' } });
    await sendReset(server);
    expect((await sendReset(server)).text).toBe('{"success":true,"isSent":false,"hasCode":true}');
    const statuses: number[] = [];
    for (let n = 0; n < 10; n += 1) statuses.push((await sendReset(server)).status);
    expect(statuses.at(-1)).toBe(429);
  });

  it('tells the user where to request a code if the server has no public address', async () => {
    const inbox = await openInbox();
    const server = await serverForTest({ config: { smtpUrl: inbox.url } });
    expect((await sendReset(server)).text).toBe('{"success":true,"isSent":true,"hasCode":false}');
    await server.deps.mails.drain();
    expect(inbox.mails[0]?.mail.text).toContain('Forgot password?');
    expect(inbox.mails[0]?.mail.text).not.toMatch(/\d{6}/);
    expect((await sendReset(server, 'nobody')).status).toBe(404);
  });
});
