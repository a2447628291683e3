import { describe, expect, it } from 'vitest';
import { ForgotPasswordReply, VerifyOtpReply } from '#schema/account/recovery.ts';
import { RESET_CODE_LIFETIME_SECONDS, RESET_CODE_RESEND_SECONDS } from '#schema/limits.ts';
import { messages } from '#schema/messages/messages.ts';
import { serverMessages } from '#schema/messages/server-messages.ts';
import { type Inbox, openInbox } from '../testing/inbox.ts';
import { serverForTest } from '../testing/server-for-test.ts';
import type { TestResponse } from '../testing/test-request.ts';
import type { TestServer } from '../testing/test-server.ts';

const NEW_PASSWORD = 'a new lamp was lit';
const FORGOT = '/api/auth/forgot-password';

async function world(): Promise<{ server: TestServer; inbox: Inbox }> {
  const inbox = await openInbox();
  return { inbox, server: await serverForTest({ config: { smtpUrl: inbox.url } }) };
}

const forgot = (server: TestServer, email: string) => server.request(FORGOT, { body: { email } });
const verify = (server: TestServer, email: string, otp: string) =>
  server.request('/api/auth/verify-otp', { body: { email, otp } });
const reset = (server: TestServer, resetToken: string, newPassword = NEW_PASSWORD) =>
  server.request('/api/auth/reset-password', { body: { resetToken, newPassword } });

/** Requests a code and reads it from the message. */
async function codeFor({ server, inbox }: { server: TestServer; inbox: Inbox }, email: string) {
  expect((await forgot(server, email)).status).toBe(200);
  await server.deps.mails.drain();
  const received = inbox.mails.filter((one) => one.recipients.includes(email)).at(-1);
  const code = /^ {4}(\d{6})$/m.exec(received?.mail.text ?? '')?.[1];
  if (code === undefined) throw new Error(`No code was mailed to ${email}`);
  return code;
}

async function tokenFor(both: { server: TestServer; inbox: Inbox }, email: string): Promise<string> {
  const response = await verify(both.server, email, await codeFor(both, email));
  return response.read(VerifyOtpReply).resetToken;
}

/** A code that differs from this one. */
const wrong = (code: string): string => (code === '000000' ? '000001' : '000000');

function expectRefusedCode(response: TestResponse): void {
  expect(response.status).toBe(400);
  expect(response.refusal).toMatchObject({ error: messages.otpInvalid, code: 'reset_code_invalid' });
}

describe('a forgotten password', () => {
  it('is replaced with a mailed code, and every session ends', async () => {
    const both = await world();
    const { server, inbox } = both;
    const { alice } = server.people;
    const code = await codeFor(both, ' Alice@Example.org'.trim().toLowerCase());
    const verified = await verify(server, 'ALICE@example.org ', code);
    const { resetToken } = verified.read(VerifyOtpReply);
    expect((await reset(server, resetToken)).text).toBe('{"success":true}');
    const me = await server.request('/api/auth/me', { as: alice });
    expect(me.status).toBe(401);
    expect(me.header('WWW-Authenticate')).toBe('Bearer');
    const login = (password: string) =>
      server.request('/api/auth/login', { body: { email: alice.email, password } });
    expect((await login(alice.password)).status).toBe(401);
    expect((await login(NEW_PASSWORD)).status).toBe(200);
    await server.deps.mails.drain();
    expect(inbox.mails.map((one) => one.mail.subject)).toEqual([
      'Your code for a new password',
      'Your password was changed',
    ]);
  });

  it('states in the message how long the code is valid, and where to enter it', async () => {
    const inbox = await openInbox();
    const publicUrl = 'https://carrel.example.org';
    const server = await serverForTest({ config: { smtpUrl: inbox.url, publicUrl } });
    await codeFor({ server, inbox }, 'alice@example.org');
    const text = inbox.mails[0]?.mail.text ?? '';
    expect(text).toContain('Hello alice Ashdown');
    expect(text).toContain('15 minutes');
    expect(text).toContain('https://carrel.example.org/verify-otp');
  });

  it('signs in a user who had used up their password attempts', async () => {
    const both = await world();
    const { server } = both;
    const { alice } = server.people;
    const login = (password: string) =>
      server.request('/api/auth/login', { body: { email: alice.email, password } });
    for (let i = 0; i < 11; i += 1) await login(`wrong guess ${i}`);
    expect((await login(alice.password)).status).toBe(429);
    await reset(server, await tokenFor(both, alice.email));
    expect((await login(NEW_PASSWORD)).status).toBe(200);
  });
});

/** How long the responses take for accounts that exist, and alternating with them for others, in milliseconds. */
async function measureForgot() {
  const { server } = await world();
  const timeOf = async (email: string) => {
    const started = performance.now();
    await forgot(server, email);
    const time = performance.now() - started;
    await server.deps.mails.drain();
    return time;
  };
  const people = ['alice', 'bob', 'carol', 'admin'];
  const known: number[] = [];
  const unknown: number[] = [];
  for (let i = 0; i < 20; i += 1) {
    if (i % 4 === 0) server.clock.advance(RESET_CODE_RESEND_SECONDS * 1_000);
    known.push(await timeOf(`${people[i % 4]}@example.org`));
    unknown.push(await timeOf(`unknown-${i}@example.org`));
  }
  const rows = await server.deps.db.selectFrom('resetRequests').selectAll().execute();
  expect(rows.filter((row) => row.userId === null)).toHaveLength(20);
  expect(JSON.stringify(rows)).not.toContain('@example.org');
  return { known, unknown };
}

describe('whether an account exists', () => {
  it('is revealed by no response', async () => {
    const { server, inbox } = await world();
    const known = await forgot(server, 'alice@example.org');
    const unknown = await forgot(server, 'nobody@example.org');
    const shapeOf = (response: TestResponse) => {
      const { requestId, ...rest } = response.read(ForgotPasswordReply);
      return [response.status, rest, requestId.length];
    };
    expect(shapeOf(unknown)).toEqual(shapeOf(known));
    await server.deps.mails.drain();
    expect(inbox.mails.map((one) => one.recipients)).toEqual([['alice@example.org']]);
    for (const email of ['alice@example.org', 'nobody@example.org', 'never-asked@example.org']) {
      expectRefusedCode(await verify(server, email, '000000'));
    }
  });

  it('is revealed by no response time: both write the same rows', async () => {
    const known: number[] = [];
    const unknown: number[] = [];
    const isAlike = () => {
      const ratio = Math.min(...unknown) / Math.min(...known);
      return ratio > 0.4 && ratio < 2.5;
    };
    // By the fastest of each: other load on the machine slows down some of both, and however many of one.
    for (let round = 0; round < 10 && !isAlike(); round += 1) {
      const times = await measureForgot();
      known.push(...times.known);
      unknown.push(...times.unknown);
    }
    expect(isAlike(), `at least ${Math.min(...known)} and ${Math.min(...unknown)} ms`).toBe(true);
  });

  it('is revealed by no limit either', async () => {
    const { server } = await world();
    for (const email of ['alice@example.org', 'nobody@example.org']) {
      const statuses: number[] = [];
      for (let i = 0; i < 11; i += 1) statuses.push((await forgot(server, email)).status);
      expect(statuses).toEqual([...Array<number>(10).fill(200), 429]);
    }
  });
});

describe('a reset code', () => {
  it('is six digits and not readable in the database', async () => {
    const both = await world();
    const code = await codeFor(both, 'alice@example.org');
    expect(code).toMatch(/^\d{6}$/);
    const { db } = both.server.deps;
    const rows = [
      await db.selectFrom('resetRequests').selectAll().execute(),
      await db.selectFrom('mails').selectAll().execute(),
    ];
    expect(JSON.stringify(rows)).not.toContain(code);
    expect(both.server.log.join('')).not.toContain(code);
  });

  it('is valid for 15 minutes by the server’s clock', async () => {
    const both = await world();
    const { server } = both;
    const early = await codeFor(both, 'alice@example.org');
    server.clock.advance((RESET_CODE_LIFETIME_SECONDS - 1) * 1_000);
    expect((await verify(server, 'alice@example.org', early)).status).toBe(200);
    const late = await codeFor(both, 'bob@example.org');
    server.clock.advance(RESET_CODE_LIFETIME_SECONDS * 1_000);
    expectRefusedCode(await verify(server, 'bob@example.org', late));
  });

  it('is valid once', async () => {
    const both = await world();
    const code = await codeFor(both, 'alice@example.org');
    expect((await verify(both.server, 'alice@example.org', code)).status).toBe(200);
    expectRefusedCode(await verify(both.server, 'alice@example.org', code));
  });

  it('returns one token when it is sent twice at the same moment', async () => {
    const both = await world();
    const code = await codeFor(both, 'alice@example.org');
    const responses = await Promise.all([1, 2, 3].map(() => verify(both.server, 'alice@example.org', code)));
    expect(responses.map((response) => response.status).sort()).toEqual([200, 400, 400]);
  });

  it('is voided by the fifth wrong attempt', async () => {
    const both = await world();
    const code = await codeFor(both, 'alice@example.org');
    for (let i = 0; i < 4; i += 1) {
      expectRefusedCode(await verify(both.server, 'alice@example.org', wrong(code)));
    }
    const bob = await codeFor(both, 'bob@example.org');
    for (let i = 0; i < 5; i += 1) {
      expectRefusedCode(await verify(both.server, 'bob@example.org', wrong(bob)));
    }
    expect((await verify(both.server, 'alice@example.org', code)).status).toBe(200);
    expectRefusedCode(await verify(both.server, 'bob@example.org', bob));
  });

  it('is not valid for another account', async () => {
    const both = await world();
    const code = await codeFor(both, 'alice@example.org');
    const bob = await codeFor(both, 'bob@example.org');
    if (code !== bob) expectRefusedCode(await verify(both.server, 'bob@example.org', code));
    expect((await verify(both.server, 'alice@example.org', code)).status).toBe(200);
  });

  it('is sent again after a minute only, with the same response before', async () => {
    const both = await world();
    const { server, inbox } = both;
    const first = await codeFor(both, 'alice@example.org');
    server.clock.advance((RESET_CODE_RESEND_SECONDS - 1) * 1_000);
    const early = await forgot(server, 'alice@example.org');
    await server.deps.mails.drain();
    expect(early.read(ForgotPasswordReply).success).toBe(true);
    expect(inbox.mails).toHaveLength(1);
    server.clock.advance(1_000);
    const second = await codeFor(both, 'alice@example.org');
    expect(inbox.mails).toHaveLength(2);
    if (first !== second) expectRefusedCode(await verify(server, 'alice@example.org', first));
    expect((await verify(server, 'alice@example.org', second)).status).toBe(200);
  });

  it.each(['', '12345', '1234567', 'abcdef', '１２３４５６', undefined])('is invalid as %j', async (otp) => {
    const server = await serverForTest();
    const response = await server.request('/api/auth/verify-otp', { body: { email: 'a@example.org', otp } });
    expect(response.status).toBe(400);
    expect(response.refusal.error).toBe(messages.otpInvalid);
  });
});

describe('a reset token', () => {
  it('opens no session, and a session token resets no password', async () => {
    const both = await world();
    const { server } = both;
    const token = await tokenFor(both, 'alice@example.org');
    const headers = { Authorization: `Bearer ${token}` };
    expect((await server.request('/api/auth/me', { headers })).status).toBe(401);
    const response = await reset(server, server.people.alice.token);
    expect(response.status).toBe(400);
    expect(response.refusal).toMatchObject({
      error: messages.resetSessionInvalid,
      code: 'reset_session_invalid',
    });
  });

  it('is valid once, for 15 minutes, and not after a newer one', async () => {
    const both = await world();
    const { server } = both;
    const used = await tokenFor(both, 'alice@example.org');
    expect((await reset(server, used)).status).toBe(200);
    expect((await reset(server, used, 'another lamp was lit')).status).toBe(400);
    const older = await tokenFor(both, 'bob@example.org');
    server.clock.advance(RESET_CODE_RESEND_SECONDS * 1_000);
    const newer = await tokenFor(both, 'bob@example.org');
    expect((await reset(server, older)).status).toBe(400);
    server.clock.advance(RESET_CODE_LIFETIME_SECONDS * 1_000);
    expect((await reset(server, newer)).status).toBe(400);
  });

  it('is used once when it is sent twice at the same moment', async () => {
    const both = await world();
    const token = await tokenFor(both, 'alice@example.org');
    const responses = await Promise.all([1, 2].map((n) => reset(both.server, token, `${NEW_PASSWORD} ${n}`)));
    expect(responses.map((response) => response.status).sort()).toEqual([200, 400]);
  });

  it.each([
    ['short', 'seven77', messages.passwordTooShort],
    ['common', 'password123', serverMessages.passwordTooCommon],
    ['personal', 'alice2026', serverMessages.passwordPersonal],
  ])('is not consumed by a password that is too %s', async (_, password, sentence) => {
    const both = await world();
    const token = await tokenFor(both, 'alice@example.org');
    const refused = await reset(both.server, token, password);
    expect(refused.status).toBe(400);
    expect(refused.refusal).toMatchObject({ error: sentence, fields: { newPassword: sentence } });
    expect((await reset(both.server, token)).status).toBe(200);
  });

  it('returns the catalogue’s message when missing', async () => {
    const server = await serverForTest();
    const response = await server.request('/api/auth/reset-password', {
      body: { newPassword: NEW_PASSWORD },
    });
    expect(response.refusal.error).toBe(messages.resetSessionInvalid);
  });
});
