import { expect, it } from 'vitest';
import { endpoints } from '#schema/endpoints/endpoints.ts';
import { RESET_CODE_RESEND_SECONDS } from '#schema/limits.ts';
import { openInbox } from '../testing/inbox.ts';
import { listeningServerForTest } from '../testing/server-for-test.ts';
import { toRequestInit } from '../testing/test-request.ts';

const ALICE = 'alice@example.org';

/** A server behind a trusted proxy: requests come from different addresses. */
async function world() {
  const inbox = await openInbox();
  const config = { smtpUrl: inbox.url, trustedProxies: ['127.0.0.1'] };
  const server = await listeningServerForTest({ config });
  const send = (from: string, path: string, body: unknown) =>
    fetch(`${server.url}${path}`, toRequestInit({ body, headers: { 'X-Forwarded-For': from } }));
  const newestCode = async () => {
    await server.deps.mails.drain();
    return /^ {4}(\d{6})$/m.exec(inbox.mails.at(-1)?.mail.text ?? '')?.[1] ?? '';
  };
  return { server, inbox, send, newestCode };
}

it('stops a stranger who requests and guesses codes, without locking the owner out', async () => {
  const { server, send, newestCode } = await world();
  const { forgotPassword, verifyOtp } = endpoints;
  let refused = 0;
  for (let i = 0; i < 15; i += 1) {
    server.clock.advance(RESET_CODE_RESEND_SECONDS * 1_000);
    const codeReply = await send('203.0.113.9', forgotPassword.path, { email: ALICE });
    const guessed = await send('203.0.113.9', verifyOtp.path, { email: ALICE, otp: '123456' });
    for (const response of [codeReply, guessed]) {
      if (response.status !== 429) continue;
      refused += 1;
      expect(Number(response.headers.get('Retry-After'))).toBeGreaterThan(0);
    }
  }
  expect(refused).toBe(10);
  server.clock.advance(RESET_CODE_RESEND_SECONDS * 1_000);
  const own = await send('198.51.100.7', forgotPassword.path, { email: ALICE });
  expect(own.status).toBe(200);
  const otp = await newestCode();
  const verified = await send('198.51.100.7', verifyOtp.path, { email: ALICE, otp });
  expect(verified.status).toBe(200);
});

it('stops an address that tries many emails', async () => {
  const { send } = await world();
  const statuses: number[] = [];
  for (let i = 0; i < 62; i += 1) {
    const response = await send('203.0.113.9', endpoints.forgotPassword.path, { email: `n${i}@example.org` });
    statuses.push(response.status);
  }
  expect(statuses.slice(0, 60).every((status) => status === 200)).toBe(true);
  expect(statuses.slice(60)).toEqual([429, 429]);
  const elsewhere = await send('198.51.100.7', endpoints.forgotPassword.path, { email: ALICE });
  expect(elsewhere.status).toBe(200);
});
