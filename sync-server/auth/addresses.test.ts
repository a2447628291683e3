import { expect, it } from 'vitest';
import { SessionReply } from '#schema/account/user.ts';
import { openInbox } from '../testing/inbox.ts';
import { serverForTest } from '../testing/server-for-test.ts';

const password = 'stapler in the harbour';
const anna = 'anna@xn--mnchen-3ya.example';

it('an internationalised domain is the same account in both of its forms, whichever came first', async () => {
  const server = await serverForTest();
  const signUp = (email: string) =>
    server.request('/api/auth/register', { body: { name: 'Anna', email, password } });
  expect((await signUp('Anna@München.example')).read(SessionReply).user.email).toBe(anna);
  expect((await signUp(anna)).refusal).toMatchObject({ code: 'email_taken' });
  for (const email of [anna, 'anna@münchen.example', 'ANNA@XN--MNCHEN-3YA.example']) {
    const body = { email, password };
    expect((await server.request('/api/auth/login', { body })).status, email).toBe(200);
  }
});

it.each([
  ["o'brien&sons/a+b@example.org", "o'brien&sons/a+b@example.org"],
  ['a.{b}`|~@example.org', 'a.{b}`|~@example.org'],
  ['anna@münchen.example', anna],
])('the welcome and the code for %s are sent to %s', async (email, recipient) => {
  const inbox = await openInbox();
  const server = await serverForTest({ config: { smtpUrl: inbox.url } });
  const body = { name: 'Anna', email, password };
  expect((await server.request('/api/auth/register', { body })).status).toBe(200);
  expect((await server.request('/api/auth/forgot-password', { body: { email } })).status).toBe(200);
  await server.deps.mails.drain();
  // The inbox decodes the domain of its envelope.
  const recipients = inbox.mails.map(({ raw }) => /^To: (.+)$/m.exec(raw)?.[1]?.trim());
  expect(recipients).toEqual([recipient, recipient]);
});
