import { describe, expect, it } from 'vitest';
import { RecoveryCodesReply, SecondFactorSecret, SecondFactorStatus } from '#schema/account/second-factor.ts';
import { SessionReply } from '#schema/account/user.ts';
import { messages } from '#schema/messages/messages.ts';
import { inTransaction } from '../db/transaction.ts';
import { codeAt } from '../testing/authenticator.ts';
import { openInbox } from '../testing/inbox.ts';
import type { Person } from '../testing/people.ts';
import { turnOnSecondFactor } from '../testing/second-factor.ts';
import { serverForTest } from '../testing/server-for-test.ts';
import type { TestServer } from '../testing/test-server.ts';

const WRONG = '000000';

const login = (server: TestServer, { email, password }: Person, secondFactor?: string) =>
  server.request('/api/auth/admin/login', {
    body: { email, password, ...(secondFactor === undefined ? {} : { secondFactor }) },
  });

const readStatus = async (server: TestServer, as: Person) =>
  (await server.request('/api/auth/second-factor', { as })).read(SecondFactorStatus);

describe('turning two-step sign-in on', () => {
  it('requires a code of the app; until then sign-in requires nothing more', async () => {
    const server = await serverForTest();
    const { admin } = server.people;
    const body = { currentPassword: admin.password };
    const started = await server.request('/api/auth/second-factor', { as: admin, body });
    const { secret, uri } = started.read(SecondFactorSecret);
    // 160 bits in base32.
    expect(secret).toMatch(/^[A-Z2-7]{32}$/);
    expect(uri).toContain('otpauth://totp/Carrel:admin%40example.org');
    expect(uri).toMatch(/algorithm=SHA1&digits=6&period=30/);
    expect((await login(server, admin)).status).toBe(200);
    const confirm = (code: string) =>
      server.request('/api/auth/second-factor/confirm', { as: admin, body: { code } });
    expect((await confirm(WRONG)).refusal.code).toBe('second_factor_invalid');
    const off = { isOn: false, isRequired: false, recoveryCodesLeft: 0, hasApp: false };
    expect(await readStatus(server, admin)).toMatchObject(off);
    const { recoveryCodes } = (await confirm(codeAt(secret, server.clock.now()))).read(RecoveryCodesReply);
    expect(new Set(recoveryCodes).size).toBe(10);
    for (const code of recoveryCodes) expect(code).toMatch(/^[A-Z2-7]{4}(-[A-Z2-7]{4}){5}$/);
    const on = { isOn: true, isRequired: false, recoveryCodesLeft: 10, hasApp: true };
    expect(await readStatus(server, admin)).toMatchObject(on);
  });

  it('is for admins, and requires the password again', async () => {
    const server = await serverForTest();
    const { alice, admin } = server.people;
    const start = (as: Person, currentPassword: string) =>
      server.request('/api/auth/second-factor', { as, body: { currentPassword } });
    expect((await start(alice, alice.password)).status).toBe(403);
    const refused = await start(admin, 'not this one');
    expect(refused.status).toBe(401);
    expect(refused.header('WWW-Authenticate')).toBeNull();
    expect(refused.refusal.code).toBe('wrong_current_password');
  });

  it('cannot be started again while it is on', async () => {
    const server = await serverForTest();
    const { admin } = server.people;
    const { code } = await turnOnSecondFactor(server, admin);
    const body = { currentPassword: admin.password };
    const again = await server.request('/api/auth/second-factor', { as: admin, body });
    expect(again.refusal.code).toBe('second_factor_on');
    expect((await login(server, admin, code())).status).toBe(200);
  });

  it('leaves no secret and no code readable in the database or the log', async () => {
    const server = await serverForTest();
    const { admin } = server.people;
    const { secret, recoveryCodes, code } = await turnOnSecondFactor(server, admin);
    await login(server, admin, code());
    await login(server, admin, recoveryCodes[0]);
    const { db } = server.deps;
    const stored = JSON.stringify([
      await db.selectFrom('secondFactors').selectAll().execute(),
      await db.selectFrom('recoveryCodes').selectAll().execute(),
      server.log,
    ]);
    for (const text of [
      secret,
      code(),
      ...recoveryCodes,
      ...recoveryCodes.map((one) => one.replaceAll('-', '')),
    ])
      expect(stored).not.toContain(text);
  });
});

describe('a sign-in with two steps', () => {
  it('requires the code after the correct password, at both logins, and opens no session without it', async () => {
    const server = await serverForTest();
    const { admin } = server.people;
    const { code } = await turnOnSecondFactor(server, admin);
    for (const path of ['/api/auth/login', '/api/auth/admin/login']) {
      const challenge = await server.request(path, {
        body: { email: admin.email, password: admin.password },
      });
      expect(challenge.status).toBe(401);
      expect(challenge.refusal.code).toBe('second_factor_required');
      expect(challenge.header('WWW-Authenticate')).toBeNull();
      expect(challenge.header('Set-Cookie')).toBeNull();
      expect(challenge.text).not.toContain('token');
    }
    const response = await login(server, admin, code());
    expect(response.read(SessionReply).user.id).toBe('admin');
  });

  it('is not revealed without the password', async () => {
    const server = await serverForTest();
    const { admin } = server.people;
    const { code } = await turnOnSecondFactor(server, admin);
    const wrong = { ...admin, password: 'not this one' };
    for (const response of [await login(server, wrong), await login(server, wrong, code())]) {
      expect(response.status).toBe(401);
      expect(response.refusal).toMatchObject({
        error: messages.adminLoginInvalid,
        code: 'wrong_admin_credentials',
      });
    }
    // It did not consume the code.
    expect((await login(server, admin, code())).status).toBe(200);
  });

  it('accepts the codes of one step before and after, with a space in them, and no others', async () => {
    const server = await serverForTest();
    const { admin } = server.people;
    const { code } = await turnOnSecondFactor(server, admin);
    server.clock.advance(10 * 60_000);
    for (const steps of [-2, 2]) {
      expect((await login(server, admin, code(steps))).refusal.code).toBe('second_factor_invalid');
    }
    for (const steps of [-1, 0, 1]) {
      const typed = `${code(steps).slice(0, 3)} ${code(steps).slice(3)}`;
      expect((await login(server, admin, typed)).status).toBe(200);
    }
  });

  it('accepts the digits of another keyboard', async () => {
    const server = await serverForTest();
    const { admin } = server.people;
    const { code } = await turnOnSecondFactor(server, admin);
    server.clock.advance(10 * 60_000);
    const arabic = code(0).replace(/\d/g, (digit) => '٠١٢٣٤٥٦٧٨٩'.charAt(Number(digit)));
    expect((await login(server, admin, `\u200f${arabic}`)).status).toBe(200);
  });

  it('accepts each code once, including the one that turned it on, and none from before the last', async () => {
    const server = await serverForTest();
    const { admin } = server.people;
    const { code, confirmedWith } = await turnOnSecondFactor(server, admin);
    expect((await login(server, admin, confirmedWith)).refusal.code).toBe('second_factor_invalid');
    const both = await Promise.all([login(server, admin, code(1)), login(server, admin, code(1))]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 401]);
    expect((await login(server, admin, code())).status).toBe(401);
  });

  it('rejects used codes across a restart', async () => {
    const first = await serverForTest({ keepData: true });
    const { admin } = first.people;
    const { code } = await turnOnSecondFactor(first, admin);
    const used = code();
    expect((await login(first, admin, used)).status).toBe(200);
    const { dataFolder } = first.deps.config;
    await first.deps.db.destroy();
    const { openDeps } = await import('../open-deps.ts');
    const { createApp } = await import('../app.ts');
    const second = await openDeps({ ...first.deps.config, dataFolder }, first.deps.log, first.clock);
    const body = { email: admin.email, password: admin.password, secondFactor: used };
    const response = await createApp(second.deps).request('/api/auth/login', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
    });
    await second.close();
    expect(response.status).toBe(401);
  });

  it('accepts each recovery code once, typed in any form', async () => {
    const server = await serverForTest();
    const { admin } = server.people;
    const { recoveryCodes } = await turnOnSecondFactor(server, admin);
    const [first = '', second = ''] = recoveryCodes;
    expect((await login(server, admin, first)).status).toBe(200);
    expect((await login(server, admin, first)).refusal.code).toBe('second_factor_invalid');
    expect(
      (await login(server, admin, ` ${second.replace('-', '–').replaceAll('-', ' ').toLowerCase()} `)).status,
    ).toBe(200);
    expect((await readStatus(server, admin)).recoveryCodesLeft).toBe(8);
  });

  it('is blocked after ten wrong codes for a quarter of an hour, which a new password ends', async () => {
    const server = await serverForTest();
    const { admin } = server.people;
    const { code } = await turnOnSecondFactor(server, admin);
    const statuses: number[] = [];
    for (let i = 0; i < 11; i += 1) statuses.push((await login(server, admin, WRONG)).status);
    expect(statuses).toEqual([...Array<number>(10).fill(401), 429]);
    expect((await login(server, admin, code())).status).toBe(429);
    const body = { currentPassword: admin.password, newPassword: 'a lamp that nobody has seen' };
    await server.request('/api/users/admin/password', { method: 'PUT', as: admin, body });
    expect((await login(server, { ...admin, password: body.newPassword }, code())).status).toBe(200);
  });

  it('cannot be blocked by strangers, who do not know the password', async () => {
    const server = await serverForTest();
    const { admin } = server.people;
    const { code } = await turnOnSecondFactor(server, admin);
    for (let i = 0; i < 9; i += 1) await login(server, { ...admin, password: `guess ${i}` }, WRONG);
    expect((await login(server, admin, code())).status).toBe(200);
  });

  it('stays on when the role is revoked and when the password changes', async () => {
    const server = await serverForTest();
    const { admin } = server.people;
    await turnOnSecondFactor(server, admin);
    await inTransaction(server.deps.db, (trx) =>
      trx.updateTable('users').set({ role: 'user' }).where('id', '=', 'admin').execute(),
    );
    const body = { email: admin.email, password: admin.password };
    expect((await server.request('/api/auth/login', { body })).refusal.code).toBe('second_factor_required');
  });
});

describe('changing two-step sign-in', () => {
  const changeOf = (server: TestServer, as: Person, call: string, body: object) =>
    server.request(`/api/auth/second-factor/${call}`, { as, body });

  it.each(['off', 'recovery-codes'])('requires password and code: %s', async (call) => {
    const server = await serverForTest();
    const { admin } = server.people;
    const { code } = await turnOnSecondFactor(server, admin);
    const currentPassword = admin.password;
    const wrongPassword = await changeOf(server, admin, call, { currentPassword: 'guess', code: code() });
    expect(wrongPassword.refusal.code).toBe('wrong_current_password');
    const wrongCode = await changeOf(server, admin, call, { currentPassword, code: WRONG });
    expect(wrongCode.refusal.code).toBe('second_factor_invalid');
    expect(wrongCode.header('WWW-Authenticate')).toBeNull();
    expect((await changeOf(server, admin, call, { currentPassword, code: code() })).status).toBe(200);
  });

  it('off: the password alone signs in again', async () => {
    const server = await serverForTest();
    const { admin } = server.people;
    const { recoveryCodes } = await turnOnSecondFactor(server, admin);
    const [code] = recoveryCodes;
    await changeOf(server, admin, 'off', { currentPassword: admin.password, code });
    expect((await login(server, admin)).status).toBe(200);
    expect(await readStatus(server, admin)).toMatchObject({ isOn: false, recoveryCodesLeft: 0 });
  });

  it('new recovery codes end the earlier ones', async () => {
    const server = await serverForTest();
    const { admin } = server.people;
    const { code, recoveryCodes } = await turnOnSecondFactor(server, admin);
    const body = { currentPassword: admin.password, code: code() };
    const replaced = (await changeOf(server, admin, 'recovery-codes', body)).read(RecoveryCodesReply);
    expect((await login(server, admin, recoveryCodes[0])).status).toBe(401);
    expect((await login(server, admin, replaced.recoveryCodes[0])).status).toBe(200);
  });

  it('is reported to the owner by mail and in the log', async () => {
    const inbox = await openInbox();
    const server = await serverForTest({ config: { smtpUrl: inbox.url } });
    const { admin } = server.people;
    const { code, recoveryCodes } = await turnOnSecondFactor(server, admin);
    await login(server, admin, recoveryCodes[0]);
    await changeOf(server, admin, 'recovery-codes', { currentPassword: admin.password, code: code() });
    server.clock.advance(30_000);
    await changeOf(server, admin, 'off', { currentPassword: admin.password, code: code() });
    await server.deps.mails.drain();
    expect(inbox.mails.map(({ mail }) => mail.subject)).toEqual([
      'Two-step sign-in was turned on',
      'A recovery code was used',
      'Your recovery codes were replaced',
      'Two-step sign-in was turned off',
    ]);
    expect(inbox.mails[1]?.mail.text).toContain('9 codes are left');
    for (const { raw, recipients } of inbox.mails) {
      expect(recipients).toEqual([admin.email]);
      for (const one of recoveryCodes) expect(raw).not.toContain(one);
    }
    const logged = server.log.join('');
    for (const event of ['turned on', 'turned off']) expect(logged).toContain(`second factor ${event}`);
    expect(logged).toContain('recovery code used');
  });
});
