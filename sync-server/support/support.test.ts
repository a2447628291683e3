import { describe, expect, it } from 'vitest';
import { SupportRequestsReply } from '#schema/account/support.ts';
import { openInbox } from '../testing/inbox.ts';
import { serverForTest } from '../testing/server-for-test.ts';
import type { RequestOptions } from '../testing/test-request.ts';
import type { TestServer } from '../testing/test-server.ts';

const ID = '0190f5a0-0000-7000-8000-000000000003';
const question = {
  name: 'Dora Quill',
  email: 'Dora@Example.org',
  subject: 'access',
  orderNumber: ' A-17 ',
  message: 'My code does not work.\n<b>Please</b> help.',
};

const send = (server: TestServer, fields: object = {}, options: RequestOptions = {}) =>
  server.request('/api/support', { body: { ...question, ...fields }, ...options });

const list = async (server: TestServer) =>
  (await server.request('/api/admin/support', { as: server.people.admin })).read(SupportRequestsReply)
    .requests;

describe('a request to support', () => {
  it('is stored and mailed to the support address, and a reply to it goes to the sender', async () => {
    const inbox = await openInbox();
    const config = { smtpUrl: inbox.url, supportEmail: 'help@carrel.example' };
    const server = await serverForTest({ config });
    expect((await send(server)).text).toBe('{"success":true}');
    expect(await list(server)).toMatchObject([
      { name: 'Dora Quill', email: 'dora@example.org', subject: 'access', orderNumber: 'A-17' },
    ]);
    await server.deps.mails.drain();
    const [received] = inbox.mails;
    expect(received?.recipients).toEqual(['help@carrel.example']);
    expect(received?.mail.subject).toBe('[Support: Access] Dora Quill');
    expect(received?.mail.replyTo).toMatchObject([{ name: 'Dora Quill', address: 'dora@example.org' }]);
    expect(received?.mail.text).toContain('> My code does not work.\n> <b>Please</b> help.');
    expect(received?.mail.text).toContain('Order number: A-17');
    expect(received?.mail.html).toContain('&lt;b&gt;Please&lt;/b&gt;');
  });

  it('contains the signed-in user, but requires no session', async () => {
    const inbox = await openInbox();
    const server = await serverForTest({ config: { smtpUrl: inbox.url } });
    await send(server, {}, { as: server.people.alice });
    await send(server, {}, { headers: { Authorization: 'Bearer expired' } });
    await server.deps.mails.drain();
    expect(inbox.mails[0]?.mail.text).toContain('Signed in as: alice');
    expect(inbox.mails[1]?.mail.text).toContain('Sent without signing in');
  });

  it('is not duplicated when it is sent again with its id', async () => {
    const server = await serverForTest();
    const responses = await Promise.all([1, 2, 3].map(() => send(server, { id: ID }, { key: ID })));
    expect(responses.map((response) => response.status)).toEqual([200, 200, 200]);
    expect(responses.map((response) => response.header('Receipt'))).toEqual([ID, ID, ID]);
    const repeated = responses.filter((response) => response.header('Idempotency-Replayed') === 'true');
    expect(repeated).toHaveLength(2);
    expect(await list(server)).toHaveLength(1);
    expect(await server.deps.db.selectFrom('mails').select('id').execute()).toHaveLength(1);
  });

  it('uses its Idempotency-Key as its id, and acknowledges no other key', async () => {
    const server = await serverForTest();
    expect((await send(server, {}, { key: ID })).header('Receipt')).toBe(ID);
    expect((await list(server))[0]?.id).toBe(ID);
    const other = await send(server, { id: 'another-id' }, { key: ID });
    expect([other.status, other.header('Receipt')]).toEqual([200, null]);
    expect((await send(server, {}, { key: 'not-a-uuid' })).status).toBe(400);
  });

  it('is rejected, not lost, when its id belongs to another text', async () => {
    const server = await serverForTest();
    await send(server, { id: ID });
    const response = await send(server, { id: ID, message: 'Something else entirely' });
    expect(response.status).toBe(409);
    expect(response.refusal.code).toBe('id_taken');
  });

  it.each([
    ['name', { name: ' ' }],
    ['email', { email: 'dora' }],
    ['email', { email: 'dora@example.org\r\nBcc: all@example.org' }],
    ['subject', { subject: 'praise' }],
    ['message', { message: '  ' }],
    ['message', { message: 'x'.repeat(10_001) }],
  ])('requires a valid %s', async (field, fields) => {
    const server = await serverForTest();
    const response = await send(server, fields);
    expect(response.status).toBe(400);
    expect(Object.keys(response.refusal.fields ?? {})).toEqual([field]);
    expect(await list(server)).toEqual([]);
  });

  it('is rate limited per address, but a repeat is always accepted', async () => {
    const server = await serverForTest();
    await send(server, { id: ID });
    const statuses: number[] = [];
    for (let i = 0; i < 31; i += 1) statuses.push((await send(server, { id: `n-${i}` })).status);
    expect(statuses.filter((status) => status === 200)).toHaveLength(29);
    expect(statuses.at(-1)).toBe(429);
    expect((await send(server, { id: ID })).status).toBe(200);
  });
});

describe('the list of requests', () => {
  it('has the newest first and is for admins only', async () => {
    const server = await serverForTest();
    for (const message of ['first', 'second', 'third']) {
      server.clock.advance(1_000);
      await send(server, { message, orderNumber: '' });
    }
    const requests = await list(server);
    expect(requests.map((request) => request.message)).toEqual(['third', 'second', 'first']);
    expect(requests[0]?.orderNumber).toBeNull();
    expect((await server.request('/api/admin/support', { as: server.people.alice })).status).toBe(403);
    expect((await server.request('/api/admin/support')).status).toBe(401);
  });
});
