import { describe, expect, it } from 'vitest';
import { ForgotPasswordReply, VerifyOtpReply } from '#schema/account/recovery.ts';
import { endpoints } from '#schema/endpoints/endpoints.ts';
import { RESET_CODE_RESEND_SECONDS, RESET_CODE_TRIES } from '#schema/limits.ts';
import { DEVICE_ID_HEADER } from '#schema/protocol.ts';
import type { Limited } from '../http/limits/rate-limits.ts';
import { hashOf } from '../passwords/login-limits.ts';
import { requestFrom, trustedProxyConfig } from '../testing/from-address.ts';
import { openInbox } from '../testing/inbox.ts';
import { serverForTest } from '../testing/server-for-test.ts';

const HOME = '198.51.100.4';
const SCHOOL = '192.0.3.7';
const STRANGER = '203.0.113.9';
const email = 'alice@example.org';
const MINUTE_MS = RESET_CODE_RESEND_SECONDS * 1_000;

async function world() {
  const inbox = await openInbox();
  const server = await serverForTest({ config: { smtpUrl: inbox.url, ...trustedProxyConfig } });
  const request = (address: string, body: { email: string; requestId?: string } = { email }) =>
    requestFrom(server, address, endpoints.forgotPassword.path, { body });
  /** Requests a code; returns the id of the request and the newest mailed code. */
  const requestCode = async (address: string, body?: { email: string; requestId?: string }) => {
    const { requestId } = (await request(address, body)).read(ForgotPasswordReply);
    await server.deps.mails.drain();
    return { requestId, code: /^ {4}(\d{6})$/m.exec(inbox.mails.at(-1)?.mail.text ?? '')?.[1] ?? '' };
  };
  const verify = async (address: string, otp: string, requestId?: string) =>
    requestFrom(server, address, endpoints.verifyOtp.path, { body: { email, otp, requestId } });
  return { server, inbox, request, requestCode, verify };
}

const wrong = (code: string): string => (code === '000000' ? '000001' : '000000');

describe('a stranger who knows the email', () => {
  it('uses up only attempts of their own requests, however many they make', async () => {
    const { requestCode, verify } = await world();
    const own = await requestCode(HOME);
    for (let i = 0; i < 4; i += 1) {
      const { requestId } = await requestCode(`203.0.113.${i}`);
      for (let n = 0; n < RESET_CODE_TRIES; n += 1) await verify(STRANGER, wrong(own.code), requestId);
    }
    const response = await verify(HOME, own.code, own.requestId);
    expect(response.read(VerifyOtpReply).resetToken).not.toBe('');
  });

  it('cannot void a code by calls without an id', async () => {
    const { requestCode, verify } = await world();
    const own = await requestCode(HOME);
    for (let i = 0; i < 12; i += 1) await verify(STRANGER, wrong(own.code));
    expect((await verify(HOME, own.code, own.requestId)).status).toBe(200);
  });

  it('cannot void a code by requesting others, nor delay the next one', async () => {
    const { server, inbox, requestCode, verify } = await world();
    const own = await requestCode(HOME);
    server.clock.advance(MINUTE_MS);
    await requestCode(STRANGER);
    const again = await requestCode(HOME, { email, requestId: own.requestId });
    expect(inbox.mails).toHaveLength(3);
    expect(again.requestId).toBe(own.requestId);
    expect((await verify(HOME, again.code, own.requestId)).status).toBe(200);
  });

  it('cannot use up the share of a network from which the account signed in', async () => {
    const { server, request, requestCode, verify } = await world();
    const { alice } = server.people;
    await requestFrom(server, HOME, endpoints.login.path, { body: alice });
    const statuses: number[] = [];
    for (let i = 0; i < 35; i += 1) statuses.push((await request(`203.0.113.${i}`)).status);
    expect(statuses.filter((status) => status === 200)).toHaveLength(30);
    expect((await request('192.0.2.77')).status).toBe(429);
    const { code, requestId } = await requestCode(HOME);
    expect((await verify(HOME, code, requestId)).status).toBe(200);
  });

  it('learns no more from a known account than from an unknown one', async () => {
    const { request } = await world();
    for (const of of ['alice@example.org', 'nobody@example.org']) {
      const statuses: number[] = [];
      for (let i = 0; i < 35; i += 1) statuses.push((await request(`203.0.113.${i}`, { email: of })).status);
      expect(statuses).toEqual([...Array<number>(30).fill(200), ...Array<number>(5).fill(429)]);
    }
  });

  it('has at most 170 guesses a day at one account, across all calls and addresses', async () => {
    const { server, request, requestCode, verify } = await world();
    let guesses = 0;
    for (let i = 0; i < 30; i += 1) {
      const { code, requestId } = await requestCode(`198.18.${i}.1`);
      const open = await countTries(server);
      for (let n = 0; n < RESET_CODE_TRIES; n += 1) {
        await verify(`198.19.${i}.1`, wrong(code), requestId);
        await verify(`198.18.${i}.1`, wrong(code));
      }
      await verify(`198.19.${i}.1`, wrong(code), requestId);
      guesses += open - (await countTries(server));
    }
    expect(guesses).toBe(30 * RESET_CODE_TRIES + 20);
    expect((await request('192.0.2.77')).status).toBe(429);
  });
});

/** The remaining attempts of all requests together. */
async function countTries(server: Awaited<ReturnType<typeof serverForTest>>): Promise<number> {
  const rows = await server.deps.db.selectFrom('resetRequests').selectAll().execute();
  return rows.reduce((sum, row) => sum + row.triesLeft + (row.plainTriesLeft ?? 0), 0);
}

describe('the code of a request', () => {
  it('is accepted with the id of that request, or without an id, and with no other', async () => {
    const { requestCode, verify } = await world();
    const home = await requestCode(HOME);
    const work = await requestCode('192.0.2.77');
    if (home.code !== work.code) expect((await verify(HOME, work.code, home.requestId)).status).toBe(400);
    expect((await verify(HOME, home.code, 'no-such-request')).status).toBe(400);
    expect((await verify(HOME, home.code, home.requestId)).status).toBe(200);
    expect((await verify('192.0.2.77', work.code, work.requestId)).status).toBe(200);
  });

  it('is voided by the fifth wrong attempt of that request', async () => {
    const { requestCode, verify } = await world();
    const { code, requestId } = await requestCode(HOME);
    for (let i = 0; i < RESET_CODE_TRIES; i += 1) await verify(HOME, wrong(code), requestId);
    expect((await verify(HOME, code, requestId)).status).toBe(400);
  });

  it('is voided when the same request is repeated after a minute, and not before', async () => {
    const { server, inbox, requestCode, verify } = await world();
    const first = await requestCode(HOME);
    const early = await requestCode(HOME, { email, requestId: first.requestId });
    expect(early.requestId).toBe(first.requestId);
    expect(inbox.mails).toHaveLength(1);
    server.clock.advance(MINUTE_MS);
    const second = await requestCode(HOME, { email, requestId: first.requestId });
    if (first.code !== second.code) {
      expect((await verify(HOME, first.code, first.requestId)).status).toBe(400);
    }
    expect((await verify(HOME, second.code, first.requestId)).status).toBe(200);
  });

  it('is shared by two devices of one network that request it within a minute, and used once', async () => {
    const { inbox, requestCode, verify } = await world();
    const phone = await requestCode(HOME);
    const laptop = await requestCode('198.51.100.5');
    expect(inbox.mails).toHaveLength(1);
    expect(laptop.requestId).not.toBe(phone.requestId);
    for (let i = 0; i < RESET_CODE_TRIES; i += 1) await verify(HOME, wrong(phone.code), phone.requestId);
    expect((await verify(HOME, phone.code, laptop.requestId)).status).toBe(200);
    expect((await verify(HOME, phone.code, laptop.requestId)).status).toBe(400);
  });

  it('is the newest of the caller’s network for calls without an id', async () => {
    const { server, requestCode, verify } = await world();
    const own = await requestCode(HOME);
    server.clock.advance(MINUTE_MS);
    await requestCode(STRANGER);
    expect((await verify(HOME, own.code)).status).toBe(200);
  });

  it('is not blocked by wrong attempts of others from the same address', async () => {
    const { requestCode, verify } = await world();
    const { code, requestId } = await requestCode(HOME);
    const statuses: number[] = [];
    for (let i = 0; i < 101; i += 1) statuses.push((await verify(HOME, '000000', 'no-such-request')).status);
    expect(statuses.at(-1)).toBe(429);
    expect((await verify(HOME, code, requestId)).status).toBe(200);
  });
});

describe('the id of a request', () => {
  it('is not readable in the database', async () => {
    const { server, requestCode } = await world();
    const { requestId } = await requestCode(HOME);
    const rows = await server.deps.db.selectFrom('resetRequests').selectAll().execute();
    expect(JSON.stringify(rows)).not.toContain(requestId);
    expect(JSON.stringify(rows)).not.toContain('198.51');
    expect(server.log.join('')).not.toContain(requestId);
  });

  it('belongs to its email: with another one the request is new', async () => {
    const { request } = await world();
    const { requestId } = (await request(HOME)).read(ForgotPasswordReply);
    const other = await request(HOME, { email: 'bob@example.org', requestId });
    expect(other.read(ForgotPasswordReply).requestId).not.toBe(requestId);
  });
});

it('wrong reset tokens of others at the same address do not block a valid one', async () => {
  const { server, requestCode, verify } = await world();
  const { code, requestId } = await requestCode(HOME);
  const { resetToken } = (await verify(HOME, code, requestId)).read(VerifyOtpReply);
  const reset = (token: string) =>
    requestFrom(server, HOME, endpoints.resetPassword.path, {
      body: { resetToken: token, newPassword: 'another brass lamp' },
    });
  const statuses: number[] = [];
  for (let i = 0; i < 61; i += 1) statuses.push((await reset('no-such-token')).status);
  expect(statuses.at(-1)).toBe(429);
  expect((await reset(resetToken)).status).toBe(200);
});

describe('a device on which the account signed in before', () => {
  const PHONE = '0123456789abcdef0123456789abcdef';
  const headersOf = (device: string) => ({ [DEVICE_ID_HEADER]: device });

  /** Strangers have used up the requests and the attempts of a day; so have neighbours in the network of the owner. */
  async function blockedWorld() {
    const { server, inbox } = await world();
    const { alice } = server.people;
    const body = { email, password: alice.password };
    await requestFrom(server, SCHOOL, endpoints.login.path, { headers: headersOf(PHONE), body });
    const usedUp = [
      ...repeat(30, { limit: 'recoveryByAccount', key: hashOf(email) }),
      ...repeat(10, { limit: 'recoveryByKnownAccount', key: hashOf(email) }),
      ...repeat(20, { limit: 'resetCodeByAccount', key: hashOf(email) }),
      ...repeat(10, { limit: 'resetCodeByKnownAccount', key: hashOf(email) }),
    ];
    await server.deps.limits.consume(usedUp);
    const request = (address: string, device: string, forEmail = email) =>
      requestFrom(server, address, endpoints.forgotPassword.path, {
        headers: headersOf(device),
        body: { email: forEmail },
      });
    return { server, inbox, request };
  }

  it('gets a code in any network when others have used up the requests of a day', async () => {
    const { server, inbox, request } = await blockedWorld();
    expect((await request(SCHOOL, PHONE.replaceAll('0', 'f'))).status).toBe(429);
    expect((await request(HOME, PHONE.replaceAll('0', 'f'))).status).toBe(429);
    expect((await request(HOME, PHONE)).status).toBe(200);
    await server.deps.mails.drain();
    const otp = /^ {4}(\d{6})$/m.exec(inbox.mails.at(-1)?.mail.text ?? '')?.[1];
    const verify = (device: string) =>
      requestFrom(server, HOME, endpoints.verifyOtp.path, {
        headers: headersOf(device),
        body: { email, otp },
      });
    expect((await verify(PHONE.replaceAll('0', 'f'))).status).toBe(429);
    expect((await verify(PHONE)).status).toBe(200);
  });

  it('has ten requests a day of its own, for this account only', async () => {
    const { server, request } = await blockedWorld();
    for (let i = 0; i < 10; i += 1) expect((await request(`198.51.${i}.4`, PHONE)).status).toBe(200);
    expect((await request(HOME, PHONE)).status).toBe(429);
    const bob = 'bob@example.org';
    await server.deps.limits.consume(repeat(30, { limit: 'recoveryByAccount', key: hashOf(bob) }));
    expect((await request(HOME, PHONE, bob)).status).toBe(429);
  });
});

const repeat = (times: number, counter: Limited) => Array.from({ length: times }, () => counter);
