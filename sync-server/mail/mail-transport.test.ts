import { networkInterfaces } from 'node:os';
import { SMTPServer } from 'smtp-server';
import { expect, it } from 'vitest';
import { openInbox } from '../testing/inbox.ts';
import { isRefusedForGood, needsTls, smtpTransport } from './mail-transport.ts';

it.each([
  ['smtp://mail.example.org:587', true],
  ['smtp://localhost.example.org', true],
  ['smtp://10.0.0.5:25', true],
  ['smtp://localhost:25', false],
  ['smtp://127.0.0.1:25', false],
  ['smtp://[::1]:25', false],
])('the connection to %s must be encrypted: %s', (url, isNeeded) => {
  expect(needsTls(url)).toBe(isNeeded);
});

const mail = {
  ...{ id: 'one', recipient: 'alice@example.org', createdAt: new Date().toISOString() },
  ...{ subject: 'A code', text: '123456', html: '<p>123456</p>' },
};

/** An address of this machine other than the loopback, which counts as another host. */
const outside = Object.values(networkInterfaces())
  .flatMap((list) => list ?? [])
  .find(({ family, internal }) => family === 'IPv4' && !internal)?.address;

it('a message is not sent to another host without encryption', async () => {
  const received: string[] = [];
  const server = new SMTPServer({
    disabledCommands: ['STARTTLS', 'AUTH'],
    onData: (stream, _session, done) => {
      stream.on('data', (bytes: Buffer) => received.push(bytes.toString()));
      stream.on('end', done);
    },
  });
  const port = await new Promise<number>((resolve) => {
    const listening = server.listen(0, () => {
      const address = listening.address();
      resolve(typeof address === 'object' && address !== null ? address.port : 0);
    });
  });
  // A machine without a network has no other host to send to: `localtest` does not resolve there either.
  const transport = smtpTransport(`smtp://${outside ?? 'localtest'}:${port}`, 'desk@example.org');
  await expect(transport.deliver(mail, new AbortController().signal)).rejects.toThrow();
  expect(received).toEqual([]);
  await new Promise<void>((resolve) => server.close(() => resolve()));
});

it('a message from an address with an internationalised domain has an id in ASCII', async () => {
  const inbox = await openInbox();
  const transport = smtpTransport(inbox.url, 'Carrel <desk@münchen.example>');
  await transport.deliver(mail, new AbortController().signal);
  expect(inbox.mails[0]?.mail.messageId).toBe('<one@xn--mnchen-3ya.example>');
});

it.each([
  ['an address that does not exist', 'RCPT TO', '550 5.1.1 No such user', true],
  ['an address, without an enhanced status', 'RCPT TO', '550 No such user', true],
  ['the content', 'DATA', '552 5.3.4 Message too big', true],
  ['an address for now', 'RCPT TO', '450 4.2.0 Greylisted', false],
  ['to relay', 'RCPT TO', '554 5.7.1 Relay access denied', false],
  ['the sender', 'MAIL FROM', '550 5.1.8 Unknown sender', false],
  ['the login', 'AUTH PLAIN', '535 5.7.8 Bad credentials', false],
])('a mail server that refuses %s does so for good: %s “%s” %s', (_, command, response, isFinal) => {
  const error = Object.assign(new Error(response), {
    command,
    response,
    responseCode: parseInt(response, 10),
  });
  expect(isRefusedForGood(error)).toBe(isFinal);
  expect(isRefusedForGood(new Error('connect ECONNREFUSED'))).toBe(false);
});
