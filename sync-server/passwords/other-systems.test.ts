import { hash } from '@node-rs/argon2';
import { expect, it } from 'vitest';
import { VerifyOtpReply } from '#schema/account/recovery.ts';
import { SessionReply } from '#schema/account/user.ts';
import { messages } from '#schema/messages/messages.ts';
import { serverMessages } from '#schema/messages/server-messages.ts';
import { readConfig } from '../config.ts';
import { inTransaction } from '../db/transaction.ts';
import { openInbox } from '../testing/inbox.ts';
import { serverForTest } from '../testing/server-for-test.ts';
import type { TestServer } from '../testing/test-server.ts';
import { setPassword } from './password-queries.ts';

/** One password, as it is typed on three systems. */
const composed = 'caf\u00e9 au lait 1234';
const decomposed = 'cafe\u0301 au\u00a0lait 1234';
const wide = 'caf\u00e9\u3000au lait １２３４';
const another = 'na\u00efve ﾊﾟﾙﾌﾟ 77';
const anotherTyped = 'nai\u0308ve パルプ 77';

const dora = { name: 'Dora', email: 'dora@example.org' };
const logIn = async (server: TestServer, password: string, email = dora.email) =>
  (await server.request('/api/auth/login', { body: { email, password } })).status;
const hashOf = async (server: TestServer, id: string) =>
  (
    await server.deps.db
      .selectFrom('users')
      .select('passwordHash')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
  ).passwordHash;

it('a password of a sign-up, a change and a recovery is accepted as each system types it', async () => {
  const inbox = await openInbox();
  const server = await serverForTest({ config: { smtpUrl: inbox.url } });
  const registered = await server.request('/api/auth/register', { body: { ...dora, password: wide } });
  const { user, token } = registered.read(SessionReply);
  for (const typed of [composed, decomposed, wide]) expect(await logIn(server, typed), typed).toBe(200);

  const changed = await server.request(`/api/users/${user.id}/password`, {
    method: 'PUT',
    headers: { Authorization: `Bearer ${token}` },
    body: { currentPassword: decomposed, newPassword: another },
  });
  expect(changed.status).toBe(200);
  expect([await logIn(server, anotherTyped), await logIn(server, composed)]).toEqual([200, 401]);

  await server.deps.mails.drain();
  await server.request('/api/auth/forgot-password', { body: { email: dora.email } });
  await server.deps.mails.drain();
  const otp = /\b\d{6}\b/.exec(inbox.mails.at(-1)?.mail.text ?? '')?.[0] ?? '';
  const verified = await server.request('/api/auth/verify-otp', { body: { email: dora.email, otp } });
  const { resetToken } = verified.read(VerifyOtpReply);
  const body = { resetToken, newPassword: decomposed };
  expect((await server.request('/api/auth/reset-password', { body })).status).toBe(200);
  expect(await logIn(server, wide)).toBe(200);
});

it('the hash of a password that an older version took as typed is accepted, and renewed by a login', async () => {
  const server = await serverForTest();
  const { alice } = server.people;
  const passwordHash = await hash(decomposed);
  const at = server.deps.clock.now().toISOString();
  await inTransaction(server.deps.db, (trx) => setPassword(trx, { userId: 'alice', passwordHash, at }));
  expect(await logIn(server, composed, alice.email)).toBe(401);
  const body = { email: alice.email, password: decomposed };
  const { token } = (await server.request('/api/auth/login', { body })).read(SessionReply);
  const renewed = await hashOf(server, 'alice');
  expect(renewed).not.toBe(passwordHash);
  // The session that began before the renewal continues.
  const headers = { Authorization: `Bearer ${token}` };
  expect((await server.request('/api/auth/me', { headers })).status).toBe(200);
  for (const typed of [composed, decomposed, wide]) expect(await logIn(server, typed, alice.email)).toBe(200);
  expect(await hashOf(server, 'alice')).toBe(renewed);
});

it.each([
  ['seven letters with marks', 'e\u0301'.repeat(7), messages.passwordTooShort],
  ['a common password in wide letters', 'ｐａｓｓｗｏｒｄ１２３', serverMessages.passwordTooCommon],
  ['the own name in wide letters', 'Ｄｏｒａ－１９９９', serverMessages.passwordPersonal],
])('a new password is judged as it is hashed: %s', async (_, password, sentence) => {
  const server = await serverForTest();
  const response = await server.request('/api/auth/register', { body: { ...dora, password } });
  expect(response.refusal).toMatchObject({ error: sentence, fields: { password: sentence } });
  expect(() => readConfig({ CARREL_ADMIN_PASSWORD: password, CARREL_ADMIN_EMAIL: dora.email })).toThrow(
    'CARREL_ADMIN_PASSWORD',
  );
});
