import { readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { folderForTest } from '#sync-server/backup/backup-for-test.ts';
import { addPasskey, challengeFor, logInWith, PUBLIC_URL } from '#sync-server/testing/passkeys.ts';
import { PASSWORD, type Person } from '#sync-server/testing/people.ts';
import { dataFolderForTest, startServerProcess } from '#sync-server/testing/processes/server-process.ts';
import { turnOnSecondFactor } from '#sync-server/testing/second-factor.ts';
import { serverForTest } from '#sync-server/testing/server-for-test.ts';
import type { TestServer } from '#sync-server/testing/test-server.ts';
import { carrel, carrelProcess } from '../carrel-for-test.ts';

async function accounts(options: Parameters<typeof serverForTest>[0] = {}) {
  const server = await serverForTest(options);
  const { dataFolder, secret } = server.deps.config;
  const user = (...args: string[]) => carrel(dataFolder, ['user', ...args], { secret });
  return { server, user, dataFolder, ...server.people };
}

const login = (server: TestServer, { email }: Person, password = PASSWORD) =>
  server.request('/api/auth/login', { body: { email, password } });

/** The messages of the server that have become due. */
async function mailsOf(server: TestServer): Promise<string[]> {
  server.clock.advance(Math.max(0, Date.now() - server.clock.now().getTime()) + 1_000);
  await server.deps.mails.drain();
  const folder = join(server.deps.config.dataFolder, 'mail');
  return readdirSync(folder).map((name) => readFileSync(join(folder, name), 'utf8'));
}

describe('carrel user admin', () => {
  it('makes an admin, whom the running server accepts at the next request', async () => {
    const { server, user, bob } = await accounts();
    const status = async () => (await server.request('/api/admin/users', { as: bob })).status;
    expect(await status()).toBe(403);
    expect(await user('admin', bob.email)).toMatchObject({
      code: 0,
      out: expect.stringContaining('from now on'),
    });
    expect(await status()).toBe(200);
    expect(await user('admin', bob.email.toUpperCase())).toMatchObject({
      out: expect.stringContaining('already'),
    });
    expect(await user('learner', bob.email)).toMatchObject({ code: 0 });
    expect(await status()).toBe(403);
  });

  it('is in the history, as an action of the operator', async () => {
    const { server, user, bob, admin } = await accounts();
    await user('admin', bob.email);
    const { text } = await server.request('/api/admin/audit', { as: admin });
    expect(text).toContain('"userName":"The operator"');
  });

  it('is pulled by the devices of the user', async () => {
    const { server, user, bob } = await accounts();
    const response = await server.app.request('/api/events', {
      headers: { Authorization: `Bearer ${bob.token}` },
    });
    const reader = response.body?.getReader();
    await server.deps.changeWatch.poll();
    await user('admin', bob.email);
    await server.deps.changeWatch.poll();
    server.deps.eventStreams.close();
    let events = '';
    for (let part = await reader?.read(); part?.done === false; part = await reader?.read())
      events += new TextDecoder().decode(part.value);
    expect(events.match(/data: pull/g)?.length).toBeGreaterThanOrEqual(2);
    expect((await server.request('/api/sync', { as: bob })).text).toContain('"role":"admin"');
  });

  it('refuses to leave no admin', async () => {
    const { server, user, admin } = await accounts();
    const run = await user('learner', admin.email);
    expect(run).toMatchObject({
      code: 1,
      err: expect.stringContaining('the only admin, and nothing was changed'),
    });
    expect((await server.request('/api/admin/users', { as: admin })).status).toBe(200);
  });
});

describe('carrel user password', () => {
  it('prints a password that works once: it has to be replaced, and all sessions end', async () => {
    const { server, user, bob } = await accounts();
    const run = await user('password', bob.email);
    const password = /^ {2}(\S{20})$/m.exec(run.out)?.[1] ?? '';
    expect((await server.request('/api/progress', { as: bob })).status).toBe(401);
    expect((await login(server, bob)).status).toBe(401);
    const begun = await login(server, bob, password);
    expect(begun.status).toBe(200);
    const { token } = JSON.parse(begun.text);
    const headers = { Authorization: `Bearer ${token}` };
    expect((await server.request('/api/progress', { headers })).status).toBe(403);
    const body = { currentPassword: password, newPassword: 'another lamp entirely' };
    expect((await server.request('/api/users/bob/password', { method: 'PUT', headers, body })).status).toBe(
      200,
    );
  });

  it('mails the owner, without the password', async () => {
    const { server, user, bob } = await accounts();
    const { out } = await user('password', bob.email);
    const [mail = ''] = await mailsOf(server);
    expect(mail).toContain('Your password was changed');
    expect(mail).toContain(bob.email);
    expect(mail).not.toContain(/^ {2}(\S{20})$/m.exec(out)?.[1]);
  });
});

describe('carrel user sign-out and second-factor-off', () => {
  it('ends the sessions and the event streams of one user, and no other', async () => {
    const { server, user, alice, bob } = await accounts();
    const response = await server.app.request('/api/events', {
      headers: { Authorization: `Bearer ${bob.token}` },
    });
    await server.deps.changeWatch.poll();
    expect(await user('sign-out', bob.email)).toMatchObject({ code: 0 });
    await server.deps.changeWatch.poll();
    expect(server.deps.eventStreams.count).toBe(0);
    expect(await response.text()).toContain('pull');
    expect((await server.request('/api/progress', { as: bob })).status).toBe(401);
    expect((await server.request('/api/progress', { as: alice })).status).toBe(200);
  });

  it('opens an account to its password again, and tells the owner', async () => {
    const { server, user, admin } = await accounts();
    await turnOnSecondFactor(server, admin);
    const adminLogin = () =>
      server.request('/api/auth/admin/login', { body: { email: admin.email, password: PASSWORD } });
    expect((await adminLogin()).status).not.toBe(200);
    const run = await user('second-factor-off', admin.email);
    expect(run).toMatchObject({ code: 0, out: expect.stringContaining('is off for') });
    expect((await adminLogin()).status).toBe(200);
    expect((await mailsOf(server)).join()).toContain('Two-step sign-in was turned off');
    expect((await user('second-factor-off', admin.email)).out).toContain('already');
  });

  it('removes the passkeys of an account, too', async () => {
    const { server, user, admin } = await accounts({ config: { publicUrl: PUBLIC_URL } });
    await addPasskey(server, admin);
    await challengeFor(server, admin);
    await user('second-factor-off', admin.email);
    expect((await logInWith(server, admin)).status).toBe(200);
    const { db } = server.deps;
    const left = [
      ...(await db.selectFrom('passkeys').selectAll().execute()),
      ...(await db.selectFrom('passkeyChallenges').selectAll().execute()),
      ...(await db.selectFrom('recoveryCodes').selectAll().execute()),
    ];
    expect(left).toEqual([]);
  });
});

describe('carrel user', () => {
  it.each([
    [['delete', 'bob@example.org'], 2, 'There is no action delete'],
    [['toString', 'bob@example.org'], 2, 'There is no action'],
    [['admin', 'bob'], 2, 'is not an email address'],
    [['admin'], 2, 'it takes <action> <email>'],
    [['admin', 'nobody@example.org'], 1, 'no account has the email nobody@example.org. Nothing was changed.'],
  ])('refuses %j', async (args, code, message) => {
    const { user } = await accounts();
    expect(await user(...args)).toMatchObject({ code, err: expect.stringContaining(message) });
  });

  it('refuses to run without the secret of the server, and makes no new one', async () => {
    const { user, dataFolder, bob } = await accounts();
    rmSync(join(dataFolder, 'secret'));
    expect(await user('password', bob.email)).toMatchObject({
      code: 2,
      err: expect.stringContaining('CARREL_SECRET'),
    });
    expect(readdirSync(dataFolder)).not.toContain('secret');
  });

  it('refuses a database of another version', async () => {
    const { server, user, bob } = await accounts();
    const { default: Sqlite } = await import('better-sqlite3');
    const db = new Sqlite(join(server.deps.config.dataFolder, 'carrel.sqlite'));
    db.exec("insert into kysely_migration values ('999-later', '')");
    db.close();
    expect(await user('admin', bob.email)).toMatchObject({
      code: 1,
      err: expect.stringContaining('another version'),
    });
  });

  it('creates nothing where there is no database', async () => {
    const folder = folderForTest();
    expect(await carrel(folder, ['user', 'admin', 'bob@example.org'])).toMatchObject({ code: 2 });
    expect(readdirSync(folder)).toEqual([]);
  });
});

it('carrel user works beside a server process', { timeout: 240_000 }, async () => {
  const dataFolder = dataFolderForTest();
  const { url } = await startServerProcess({ dataFolder });
  const headers = { 'Content-Type': 'application/json' };
  const body = JSON.stringify({ name: 'Bob', email: 'bob@example.org', password: PASSWORD });
  const registered = await fetch(`${url}/api/auth/register`, { method: 'POST', headers, body });
  const { token } = v.parse(v.looseObject({ token: v.string() }), await registered.json());
  const status = async () =>
    (await fetch(`${url}/api/admin/users`, { headers: { Authorization: `Bearer ${token}` } })).status;
  expect(await status()).toBe(403);
  const environment = { CARREL_DATA: dataFolder };
  expect(await carrelProcess(environment, ['user', 'admin', 'bob@example.org'])).toMatchObject({ code: 0 });
  expect(await status()).toBe(200);
  expect(await carrelProcess(environment, ['user', 'sign-out', 'bob@example.org'])).toMatchObject({
    ...{ code: 0, out: 'Bob (bob@example.org) is signed out. One session ended.\n' },
  });
  expect(await status()).toBe(401);
});
