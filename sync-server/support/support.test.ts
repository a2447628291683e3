import { describe, expect, it } from 'vitest';
import { SupportRequestsReply } from '#schema/account/support.ts';
import { describeRevision } from '#schema/commands/history-sentences.ts';
import { endpoints } from '#schema/endpoints/endpoints.ts';
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
    const received = inbox.mails.find(({ recipients }) => recipients.includes('help@carrel.example'));
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
    const texts = inbox.mails
      .map(({ mail }) => mail.text)
      .filter((text) => text?.includes('New support request'));
    expect(texts[0]).toContain('Signed in as: alice');
    expect(texts[1]).toContain('Sent without signing in');
  });

  it('is not duplicated when it is sent again with its id', async () => {
    const server = await serverForTest();
    const responses = await Promise.all([1, 2, 3].map(() => send(server, { id: ID }, { key: ID })));
    expect(responses.map((response) => response.status)).toEqual([200, 200, 200]);
    expect(responses.map((response) => response.header('Receipt'))).toEqual([ID, ID, ID]);
    const repeated = responses.filter((response) => response.header('Idempotency-Replayed') === 'true');
    expect(repeated).toHaveLength(2);
    expect(await list(server)).toHaveLength(1);
    expect(await server.deps.db.selectFrom('mails').select('kind').execute()).toHaveLength(2);
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

describe('the answer to a request', () => {
  const answers = async (server: TestServer) =>
    server.deps.db.selectFrom('mails').select('recipient').where('kind', '=', 'supportReceived').execute();

  it('promises a reply and contains nothing that the sender typed', async () => {
    const inbox = await openInbox();
    const server = await serverForTest({ config: { smtpUrl: inbox.url } });
    await send(server, { name: 'Buy cheap lamps' });
    await server.deps.mails.drain();
    const { mail } = inbox.mails.find(({ recipients }) => recipients.includes('dora@example.org')) ?? {};
    expect(mail?.subject).toBe('We received your request');
    expect(mail?.text).toContain('within 24 hours');
    expect(mail?.text).toContain('(Access)');
    for (const typed of ['lamps', 'A-17', 'code does not work'])
      expect(`${mail?.text}${mail?.html}`).not.toContain(typed);
  });

  it('is mailed three times a day to one address, whoever enters it', async () => {
    const server = await serverForTest();
    for (let n = 0; n < 5; n += 1) await send(server, { message: `Number ${n}` });
    await send(server, { email: 'eve@example.org' });
    const recipients = (await answers(server)).map(({ recipient }) => recipient).sort();
    expect(recipients).toEqual([...Array(3).fill('dora@example.org'), 'eve@example.org']);
    expect(await list(server)).toHaveLength(6);
  });

  it('is not mailed to the support address, nor to one that refused a mail', async () => {
    const inbox = await openInbox();
    const server = await serverForTest({
      config: { smtpUrl: inbox.url, supportEmail: 'help@carrel.example' },
    });
    await send(server, { email: 'help@carrel.example' });
    expect(await answers(server)).toEqual([]);
    inbox.refuseRecipient('dora@example.org', 550);
    await send(server);
    await server.deps.mails.drain();
    await send(server, { message: 'Again' });
    expect(await answers(server)).toHaveLength(1);
  });
});

describe('a request that is done', () => {
  const setDone = (server: TestServer, done: boolean, id = ID) =>
    server.request(`/api/admin/support/${id}/done`, {
      as: server.people.admin,
      method: 'PUT',
      body: { done },
    });

  it('is marked with its time, opened again, and is in the activity without the name', async () => {
    const server = await serverForTest();
    await send(server, { id: ID });
    expect((await setDone(server, true)).status).toBe(200);
    expect((await list(server))[0]?.doneAt).toBe(server.clock.now().toISOString());
    await setDone(server, true);
    await setDone(server, false);
    expect((await list(server))[0]?.doneAt).toBeNull();
    const audit = await server.request('/api/admin/audit', { as: server.people.admin });
    const { revisions } = audit.read(endpoints.listAudit.output);
    expect(revisions.map(describeRevision)).toEqual([
      'opened a support request again',
      'marked a support request as done',
    ]);
    expect(JSON.stringify(revisions)).not.toContain('Dora');
    expect((await setDone(server, true, 'no-request')).refusal.code).toBe('support_request_not_found');
  });
});
