import { describe, expect, it } from 'vitest';
import { VerifyOtpReply } from '#schema/account/recovery.ts';
import { inTransaction } from '../db/transaction.ts';
import { findCallerRow } from '../sessions/user-queries.ts';
import { openInbox } from '../testing/inbox.ts';
import { serverForTest } from '../testing/server-for-test.ts';
import type { TestServer } from '../testing/test-server.ts';
import { beginEpochAfterRestore } from './restores.ts';

/* What was void before the backup was restored must not be valid in the restored database. */

const HOUR_MS = 60 * 60_000;

const restore = ({ deps, clock }: TestServer) =>
  inTransaction(deps.db, (trx) => beginEpochAfterRestore(trx, { at: clock.now().toISOString() }));

async function tokenWithoutSession({ deps, clock }: TestServer, at = clock.now()) {
  const row = await findCallerRow(deps.db, 'alice');
  if (row === undefined) throw new Error('There is no alice');
  return deps.sessions.issue(row, at);
}

const statusOf = async (server: TestServer, token: string) =>
  (await server.request('/api/auth/me', { headers: { Authorization: `Bearer ${token}` } })).status;

describe('after a restore', () => {
  it('a token is void although the new machine’s clock is behind the one that issued it', async () => {
    const server = await serverForTest();
    const token = await tokenWithoutSession(server, new Date(server.clock.now().getTime() + HOUR_MS));
    expect(await statusOf(server, token)).toBe(200);
    await inTransaction(server.deps.db, (trx) => trx.deleteFrom('sessions').execute());
    await restore(server);
    expect(await statusOf(server, token)).toBe(401);
  });

  it('a token that a password change voided stays void after as many changes as before', async () => {
    const server = await serverForTest();
    const { db } = server.deps;
    const versionOf = async () => (await findCallerRow(db, 'alice'))?.tokenVersion ?? 0;
    const before = await versionOf();
    await restore(server);
    const base = await versionOf();
    expect(Math.abs(base - before)).toBeGreaterThan(1_000);
    await restore(server);
    expect(Math.abs((await versionOf()) - base)).toBeGreaterThan(1_000);
    expect(Number.isSafeInteger((await versionOf()) + 1_000_000)).toBe(true);
  });

  it('a reset code and a reset token are void, because they may have been used since the backup', async () => {
    const inbox = await openInbox();
    const server = await serverForTest({ config: { smtpUrl: inbox.url } });
    const { email } = server.people.alice;
    const requestCode = async () => {
      await server.request('/api/auth/forgot-password', { body: { email } });
      await server.deps.mails.drain();
      return /^ {4}(\d{6})$/m.exec(inbox.mails.at(-1)?.mail.text ?? '')?.[1] ?? '';
    };
    const verify = (otp: string) => server.request('/api/auth/verify-otp', { body: { email, otp } });
    const { resetToken } = (await verify(await requestCode())).read(VerifyOtpReply);
    server.clock.advance(HOUR_MS / 30);
    const code = await requestCode();
    await restore(server);
    expect((await verify(code)).status).toBe(400);
    const body = { resetToken, newPassword: 'a new lamp was lit' };
    expect((await server.request('/api/auth/reset-password', { body })).status).toBe(400);
  });
});
