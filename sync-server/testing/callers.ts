import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { VerifyOtpReply } from '#schema/account/recovery.ts';
import type { CallerKind } from '#schema/endpoints/permissions.ts';
import { inTransaction } from '../db/transaction.ts';
import { insertUser } from '../sessions/user-queries.ts';
import type { TestServer } from './test-server.ts';

/** A caller: what they send as a session, and their own id. */
export interface TestCaller {
  readonly id: string;
  readonly token: string | null;
}

/** One caller of each kind in schema/endpoints/permissions.ts: the learner activated `tides`. */
export async function makeCallers(server: TestServer): Promise<Record<CallerKind, TestCaller>> {
  const { alice, bob, admin } = server.people;
  const body = { activationCode: 'TIDES-CODE-1' };
  await server.request('/api/courses/tides/activate', { as: alice, body });
  return {
    anonymous: { id: 'alice', token: null },
    learner: alice,
    outsider: bob,
    admin,
    demoted: await makeDemoted(server),
    deleted: await makeDeleted(server),
    resetToken: await makeResetToken(server),
  };
}

/** Carol was an admin when she got her token and was demoted since. */
async function makeDemoted(server: TestServer): Promise<TestCaller> {
  const setRole = (role: 'admin' | 'user') =>
    inTransaction(server.deps.db, (trx) =>
      trx.updateTable('users').set({ role }).where('id', '=', 'carol').execute(),
    );
  await setRole('admin');
  const token = await server.deps.sessions.issue({ id: 'carol', tokenVersion: 1 }, server.deps.clock.now());
  await setRole('user');
  return { id: 'carol', token };
}

/** An admin whose account was deleted. */
async function makeDeleted({ deps }: TestServer): Promise<TestCaller> {
  const id = 'erased';
  const createdAt = deps.clock.now().toISOString();
  const fields = { id, name: 'Erased', email: 'erased@example.org', passwordHash: 'none', createdAt };
  await inTransaction(deps.db, (trx) => insertUser(trx, { ...fields, role: 'admin' }));
  const token = await deps.sessions.issue({ id, tokenVersion: 1 }, deps.clock.now());
  await inTransaction(deps.db, (trx) => trx.deleteFrom('users').where('id', '=', id).execute());
  return { id, token };
}

/** The admin's reset token, obtained with a mailed code, used like a session token. */
async function makeResetToken(server: TestServer): Promise<TestCaller> {
  const { admin } = server.people;
  await server.request('/api/auth/forgot-password', { body: { email: admin.email } });
  await server.deps.mails.drain();
  const folder = join(server.deps.config.dataFolder, 'mail');
  const mail = readdirSync(folder).map((name) => readFileSync(join(folder, name), 'utf8'));
  const otp = /^ {4}(\d{6})\r?$/m.exec(mail.join('\n'))?.[1];
  const response = await server.request('/api/auth/verify-otp', { body: { email: admin.email, otp } });
  return { id: admin.id, token: response.read(VerifyOtpReply).resetToken };
}
