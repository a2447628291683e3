import { describe, expect, it } from 'vitest';
import { fixtureCourse } from '../testing/fixture-courses.ts';
import { openInbox, type ReceivedMail } from '../testing/inbox.ts';
import { serverForTest } from '../testing/server-for-test.ts';
import type { TestServer } from '../testing/test-server.ts';

const LINE_MAX_CHARACTERS = 78;

async function schoolWithMail(title?: string) {
  const inbox = await openInbox();
  const config = { smtpUrl: inbox.url, publicUrl: 'https://learn.example.org' };
  const courses = [fixtureCourse(title === undefined ? {} : { title })];
  const server = await serverForTest({ config, courses });
  const change = (body: object) =>
    server.request('/api/admin/site', {
      ...{ method: 'PUT', as: server.people.admin, key: crypto.randomUUID(), body },
    });
  await change({ name: 'Harbour <School>', email: 'desk@harbour.example', address: 'Pier 4\nPort & Ebb' });
  return { inbox, server, change };
}

const register = (server: TestServer, name = 'Dora') =>
  server.request('/api/auth/register', {
    body: { name, email: 'dora@example.org', password: 'a desk by the window' },
  });

const unlock = (server: TestServer) =>
  server.request('/api/courses/tides/activate', {
    ...{ as: server.people.alice, key: crypto.randomUUID(), body: { activationCode: 'TIDES-CODE-1' } },
  });

const sent = async (server: TestServer, mails: readonly ReceivedMail[]) => {
  await server.deps.mails.drain();
  const [first] = mails;
  if (first === undefined) throw new Error('No mail was sent');
  return { ...first.mail, raw: first.raw, recipients: first.recipients };
};

describe('a new user', () => {
  it('is welcomed once, in the name of the school and with its contact', async () => {
    const { inbox, server } = await schoolWithMail();
    expect((await register(server)).status).toBe(200);
    const mail = await sent(server, inbox.mails);
    expect(mail).toMatchObject({
      recipients: ['dora@example.org'],
      subject: 'Welcome to Harbour <School>',
      from: { name: 'Harbour <School>' },
      replyTo: [{ address: 'desk@harbour.example' }],
    });
    expect(mail.text).toContain('https://learn.example.org/activate');
    expect(mail.text).toContain('\n-- \nHarbour <School>\nPier 4\nPort & Ebb\ndesk@harbour.example');
    expect(mail.html).toContain('Harbour &lt;School&gt;');
    expect(mail.html).toContain('Port &amp; Ebb<br>');
    expect(mail.html).not.toContain('<School>');
    expect(mail.raw.split('\r\n').filter((line) => line.length > LINE_MAX_CHARACTERS)).toEqual([]);
    expect((await register(server)).status).toBe(400);
    await server.deps.mails.drain();
    expect(inbox.mails).toHaveLength(1);
  });

  it('gets nothing that was entered with the address, which may be that of another person', async () => {
    const { inbox, server } = await schoolWithMail();
    await register(server, 'Win at https://evil.example');
    expect((await sent(server, inbox.mails)).raw).not.toContain('evil');
  });
});

describe('a learner who unlocks a course', () => {
  it('gets its address, and never the code', async () => {
    const { inbox, server } = await schoolWithMail('Tides\r\nBcc: all@example.org <b>');
    expect((await unlock(server)).status).toBe(200);
    expect((await unlock(server)).status).toBe(200);
    const mail = await sent(server, inbox.mails);
    expect(mail.subject).toBe('“Tides Bcc: all@example.org <b>” is unlocked');
    expect(mail.recipients).toEqual(['alice@example.org']);
    expect(mail.html).toContain('href="https://learn.example.org/courses/tides/learn"');
    expect(mail.html).toContain('all@example.org &lt;b&gt;');
    expect(mail.raw).not.toMatch(/TIDES-?CODE/i);
    expect(inbox.mails).toHaveLength(1);
  });
});

it('without a mail server neither mail is written', async () => {
  const server = await serverForTest();
  await register(server);
  await unlock(server);
  expect(await server.deps.db.selectFrom('mails').selectAll().execute()).toEqual([]);
});

it('a mail that waited is signed with the name that the school has when it is sent', async () => {
  const { inbox, server, change } = await schoolWithMail();
  inbox.refuseNext(1);
  await register(server);
  await server.deps.mails.drain();
  await change({ name: 'Beacon School' });
  server.clock.advance(60_000);
  expect((await sent(server, inbox.mails)).from).toMatchObject({ name: 'Beacon School' });
});
