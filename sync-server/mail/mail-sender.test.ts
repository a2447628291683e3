import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import PostalMime from 'postal-mime';
import { describe, expect, it } from 'vitest';
import { inTransaction } from '../db/transaction.ts';
import { Seal } from '../security/seal.ts';
import { openInbox } from '../testing/inbox.ts';
import { serverForTest } from '../testing/server-for-test.ts';
import type { TestServer } from '../testing/test-server.ts';
import { composeMail } from './mail-content.ts';
import { delayMs, MAIL_SEAL, MailSender, type NewMail } from './mail-sender.ts';
import { smtpTransport } from './mail-transport.ts';

const MINUTE_MS = 60_000;

const letter = (server: TestServer, text: Partial<NewMail> = {}): NewMail => ({
  kind: 'passwordChanged',
  recipient: 'alice@example.org',
  content: composeMail({ subject: 'Hello', parts: ['Good <morning> & welcome', { code: '123456' }] }),
  createdAt: server.deps.clock.now().toISOString(),
  ...text,
});

const post = (server: TestServer, mail: NewMail = letter(server)) =>
  inTransaction(server.deps.db, (trx) => server.deps.mails.enqueue(trx, mail));

const rowsOf = (server: TestServer) => server.deps.db.selectFrom('mails').selectAll().execute();
const logged = (server: TestServer, text: string) => server.log.filter((line) => line.includes(text));

describe('a message', () => {
  it('is delivered as text and as HTML in which nothing is markup', async () => {
    const inbox = await openInbox();
    const mailFrom = 'Carrel <desk@carrel.example>';
    const server = await serverForTest({ config: { smtpUrl: inbox.url, mailFrom } });
    await post(server);
    await server.deps.mails.drain();
    const [received] = inbox.mails;
    expect(received?.recipients).toEqual(['alice@example.org']);
    expect(received?.mail).toMatchObject({
      from: { name: 'Carrel', address: 'desk@carrel.example' },
      subject: 'Hello',
    });
    expect(received?.mail.text).toContain('Good <morning> & welcome\n\n    123456');
    expect(received?.mail.html).toContain('<p>Good &lt;morning&gt; &amp; welcome</p>');
    expect(received?.mail.messageId).toMatch(/^<[0-9a-f-]{36}@carrel\.example>$/);
  });

  it('is not sent when the transaction that wrote it is rolled back', async () => {
    const inbox = await openInbox();
    const server = await serverForTest({ config: { smtpUrl: inbox.url } });
    const failing = inTransaction(server.deps.db, async (trx) => {
      await server.deps.mails.enqueue(trx, letter(server));
      throw new Error('the power went');
    });
    await expect(failing).rejects.toThrow('the power went');
    await server.deps.mails.drain();
    expect(inbox.mails).toEqual([]);
  });

  it('cannot inject headers', async () => {
    const inbox = await openInbox();
    const server = await serverForTest({ config: { smtpUrl: inbox.url } });
    const evil = 'Eve\r\nBcc: carol@example.org\r\n\r\nNew body\u2028X: y';
    const replyTo = { name: evil, address: 'eve@example.org' };
    const content = { ...composeMail({ subject: evil, parts: [evil] }), replyTo };
    expect(content.subject).toBe('Eve Bcc: carol@example.org New body X: y');
    await post(server, letter(server, { content }));
    await server.deps.mails.drain();
    const [received] = inbox.mails;
    expect(received?.recipients).toEqual(['alice@example.org']);
    const names = received?.mail.headers.map((header) => header.key);
    expect(names).not.toContain('bcc');
    expect(names).not.toContain('x');
    expect(received?.mail.replyTo?.[0]).toMatchObject({ address: 'eve@example.org' });
  });

  it('is encrypted in the database, and removed once it was sent', async () => {
    const inbox = await openInbox();
    const server = await serverForTest({ config: { smtpUrl: inbox.url } });
    await post(server);
    const [waiting] = await rowsOf(server);
    expect(waiting?.sealedContent).toBeTypeOf('string');
    expect(JSON.stringify(waiting)).not.toContain('123456');
    expect(Buffer.from(waiting?.sealedContent ?? '', 'base64').toString()).not.toContain('123456');
    await server.deps.mails.drain();
    const at = server.clock.now().toISOString();
    expect(await rowsOf(server)).toMatchObject([{ sealedContent: null, sentAt: at, nextAttemptAt: null }]);
  });

  it('can be decrypted with its own secret and for its own row only', () => {
    const seal = new Seal(Buffer.alloc(32, 1), MAIL_SEAL);
    const sealed = seal.seal('row-1', 'a code');
    expect(seal.open('row-1', sealed)).toBe('a code');
    expect(seal.open('row-2', sealed)).toBeNull();
    expect(new Seal(Buffer.alloc(32, 2), MAIL_SEAL).open('row-1', sealed)).toBeNull();
    expect(seal.open('row-1', 'short')).toBeNull();
  });
});

describe('when the mail server is unavailable', () => {
  it('retries with growing delays, and sends once', async () => {
    const inbox = await openInbox();
    const server = await serverForTest({ config: { smtpUrl: inbox.url } });
    inbox.refuseNext(2);
    await post(server);
    await server.deps.mails.drain();
    const [row] = await rowsOf(server);
    expect(row).toMatchObject({ attempts: 1, sentAt: null });
    expect(row?.lastProblem).toContain('Try again later');
    expect(logged(server, 'mail not sent yet')).toHaveLength(1);
    await server.deps.mails.drain();
    expect((await rowsOf(server))[0]?.attempts).toBe(1);
    for (let i = 0; i < 4; i += 1) {
      server.clock.advance(MINUTE_MS);
      await server.deps.mails.drain();
    }
    expect(inbox.mails).toHaveLength(1);
    expect((await rowsOf(server))[0]).toMatchObject({ attempts: 3, lastProblem: null });
  });

  it('retains the message across a restart', async () => {
    const inbox = await openInbox();
    await inbox.close();
    const server = await serverForTest({ config: { smtpUrl: inbox.url } });
    await post(server);
    await server.deps.mails.drain();
    expect((await rowsOf(server))[0]?.lastProblem).toContain('ECONNREFUSED');
    const reopened = await openInbox(Number(new URL(inbox.url).port));
    server.clock.advance(MINUTE_MS);
    const { db, clock, log } = server.deps;
    const secret = readFileSync(join(server.deps.config.dataFolder, 'secret'), 'utf8').trim();
    const seal = new Seal(Buffer.from(secret, 'base64url'), MAIL_SEAL);
    const next = new MailSender({ db, clock, log, seal, transport: smtpTransport(inbox.url, 'a@b.example') });
    await next.drain();
    await next.stop();
    expect(reopened.mails).toHaveLength(1);
  });

  it('gives up on an expired message, and logs an error', async () => {
    const inbox = await openInbox();
    const server = await serverForTest({ config: { smtpUrl: inbox.url } });
    inbox.refuseNext(1);
    const expiresAt = new Date(server.clock.now().getTime() + 15 * MINUTE_MS).toISOString();
    await post(server, letter(server, { expiresAt }));
    await server.deps.mails.drain();
    server.clock.advance(16 * MINUTE_MS);
    await server.deps.mails.drain();
    expect(inbox.mails).toEqual([]);
    const [row] = await rowsOf(server);
    expect(row).toMatchObject({ sentAt: null, nextAttemptAt: null, sealedContent: null });
    expect(row?.lastProblem).toContain('expired before it was sent; before: Error');
    expect(logged(server, 'mail dropped')).toHaveLength(1);
  });

  it('does not delay the shutdown of the server for long', async () => {
    const inbox = await openInbox();
    const server = await serverForTest({ config: { smtpUrl: inbox.url } });
    inbox.hang();
    await post(server);
    const sending = server.deps.mails.drain();
    await inbox.whenHanging();
    // The inbox server never responds: a sender that waited for it would exceed the test's timeout.
    await server.deps.mails.stop();
    await sending;
    const [row] = await rowsOf(server);
    expect(row).toMatchObject({ attempts: 1, sentAt: null });
    expect(row?.nextAttemptAt).not.toBeNull();
  });

  it('waits 10 s at first, doubling up to an hour, plus or minus a fifth', () => {
    const plain = [1, 2, 3, 4, 9, 10, 50].map((attempts) => delayMs(attempts, () => 0.5));
    expect(plain).toEqual([10_000, 20_000, 40_000, 80_000, 2_560_000, 3_600_000, 3_600_000]);
    expect([delayMs(1, () => 0), delayMs(1, () => 1)]).toEqual([8_000, 12_000]);
  });
});

describe('two senders on one database', () => {
  it('send each message once', async () => {
    const inbox = await openInbox();
    const server = await serverForTest({ config: { smtpUrl: inbox.url } });
    for (let i = 0; i < 10; i += 1) await post(server, letter(server, { recipient: `r${i}@example.org` }));
    const { db, clock, log } = server.deps;
    const secret = readFileSync(join(server.deps.config.dataFolder, 'secret'), 'utf8').trim();
    const seal = new Seal(Buffer.from(secret, 'base64url'), MAIL_SEAL);
    const other = new MailSender({
      db,
      clock,
      log,
      seal,
      transport: smtpTransport(inbox.url, 'a@b.example'),
    });
    await Promise.all([server.deps.mails.drain(), other.drain()]);
    await other.stop();
    const recipients = inbox.mails.map((received) => received.recipients[0]).sort();
    expect(recipients).toEqual(Array.from({ length: 10 }, (_, i) => `r${i}@example.org`));
  });
});

describe('without an SMTP server', () => {
  it('writes each message to the data folder, readable by its owner only, and logs the path', async () => {
    const server = await serverForTest();
    await post(server);
    await server.deps.mails.drain();
    const folder = join(server.deps.config.dataFolder, 'mail');
    const names = readdirSync(folder);
    expect(names).toHaveLength(1);
    const file = join(folder, names[0] ?? '');
    expect(file.endsWith('.eml')).toBe(true);
    expect(statSync(file).mode & 0o777).toBe(0o600);
    const mail = await PostalMime.parse(readFileSync(file));
    expect(mail.to?.[0]?.address).toBe('alice@example.org');
    expect(mail.text).toContain('123456');
    expect(logged(server, names[0] ?? '')).toHaveLength(1);
    expect(server.log.join('')).not.toContain('123456');
  });
});

it('continues after a database error', async () => {
  const inbox = await openInbox();
  const server = await serverForTest({ config: { smtpUrl: inbox.url } });
  await sql`alter table mails rename to mails_away`.execute(server.deps.db);
  await server.deps.mails.drain();
  expect(logged(server, 'the mail queue failed').length).toBeGreaterThan(0);
  await sql`alter table mails_away rename to mails`.execute(server.deps.db);
  await post(server);
  await server.deps.mails.drain();
  expect(inbox.mails).toHaveLength(1);
});
