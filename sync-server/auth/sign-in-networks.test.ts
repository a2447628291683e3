import { rmSync } from 'node:fs';
import { describe, expect, it, onTestFinished } from 'vitest';
import { SessionReply } from '#schema/account/user.ts';
import { endpoints } from '#schema/endpoints/endpoints.ts';
import { DEVICE_ID_HEADER } from '#schema/protocol.ts';
import { hashOf } from '../passwords/login-limits.ts';
import { requestFrom, trustedProxyConfig } from '../testing/from-address.ts';
import { serverForTest } from '../testing/server-for-test.ts';
import { createTestServer, type TestServer } from '../testing/test-server.ts';

const SCHOOL = '203.0.113.9';
const HOME = '198.51.100.4';
const TRIES_PER_ADDRESS = 200;
const PHONE = '0123456789abcdef0123456789abcdef';
const DAY_MS = 24 * 60 * 60 * 1_000;

const at = (address: string, deviceId: string | null = null) => ({ address, deviceId });

interface Credentials {
  readonly email: string;
  readonly password: string;
}

const login = async (server: TestServer, address: string, { email, password }: Credentials) =>
  (await requestFrom(server, address, endpoints.login.path, { body: { email, password } })).status;

/** Uses up the attempts of an address, without the work of checking each password. */
async function useUpTries(server: TestServer, address: string): Promise<void> {
  for (let i = 0; i < TRIES_PER_ADDRESS; i += 1) {
    await server.deps.limits.consume([{ limit: 'loginByAddress', key: address }]);
  }
}

describe('an address that has used up its attempts', () => {
  it('still accepts accounts that signed in from there before, with the correct password only', async () => {
    const server = await serverForTest({ config: trustedProxyConfig });
    const { alice, bob } = server.people;
    expect(await login(server, SCHOOL, alice)).toBe(200);
    await useUpTries(server, SCHOOL);
    expect(await login(server, SCHOOL, { email: 'nobody@example.org', password: 'not this one' })).toBe(429);
    expect(await login(server, SCHOOL, bob)).toBe(429);
    expect(await login(server, SCHOOL, { ...alice, password: 'not this one' })).toBe(429);
    expect(await login(server, SCHOOL, alice)).toBe(200);
    expect(await login(server, HOME, bob)).toBe(200);
  });

  it('returns the same response for a wrong password of such an account as for any other', async () => {
    const server = await serverForTest({ config: trustedProxyConfig });
    const { alice } = server.people;
    await login(server, SCHOOL, alice);
    await useUpTries(server, SCHOOL);
    const refuse = (email: string) =>
      requestFrom(server, SCHOOL, endpoints.login.path, { body: { email, password: 'not this one' } });
    const [known, unknown] = [await refuse(alice.email), await refuse('nobody@example.org')];
    expect(known.status).toBe(429);
    expect(Number(known.header('Retry-After'))).toBeGreaterThan(0);
    expect({ ...known.refusal, requestId: '' }).toEqual({ ...unknown.refusal, requestId: '' });
  });

  it('does not allow unlimited guesses at the password of such an account', async () => {
    const server = await serverForTest({ config: trustedProxyConfig });
    const { alice } = server.people;
    await login(server, SCHOOL, alice);
    await useUpTries(server, SCHOOL);
    const key = `${hashOf(alice.email)} ${SCHOOL}`;
    for (let i = 0; i < 10; i += 1) await server.deps.limits.consume([{ limit: 'loginByAccount', key }]);
    expect(await login(server, SCHOOL, alice)).toBe(429);
  });
});

describe('the device of a login', () => {
  it('is still accepted where its address has used up the attempts, with the correct password only', async () => {
    const server = await serverForTest({ config: trustedProxyConfig });
    const { alice, bob } = server.people;
    const on = (device: string, { email, password }: Credentials) =>
      requestFrom(server, HOME, endpoints.login.path, {
        headers: { [DEVICE_ID_HEADER]: device },
        body: { email, password },
      });
    await requestFrom(server, SCHOOL, endpoints.login.path, {
      headers: { [DEVICE_ID_HEADER]: PHONE },
      body: { email: alice.email, password: alice.password },
    });
    await useUpTries(server, HOME);
    expect((await on(PHONE, alice)).status).toBe(200);
    expect((await on(PHONE, { ...alice, password: 'not this one' })).status).toBe(429);
    expect((await on(PHONE, bob)).status).toBe(429);
    expect((await on(PHONE.replaceAll('0', 'f'), bob)).status).toBe(429);
    const rows = await server.deps.db.selectFrom('signInNetworks').selectAll().execute();
    expect(JSON.stringify(rows)).not.toContain(PHONE);
  });

  it('that changes the password remains known, and the others do not', async () => {
    const server = await serverForTest({ config: trustedProxyConfig });
    const { alice } = server.people;
    const OTHER = PHONE.replaceAll('0', 'f');
    const logInOn = (device: string) =>
      requestFrom(server, SCHOOL, endpoints.login.path, {
        headers: { [DEVICE_ID_HEADER]: device },
        body: { email: alice.email, password: alice.password },
      });
    await logInOn(OTHER);
    const { token } = (await logInOn(PHONE)).read(SessionReply);
    const body = { currentPassword: alice.password, newPassword: 'another brass lamp' };
    const headers = { Authorization: `Bearer ${token}` };
    await requestFrom(server, SCHOOL, '/api/users/alice/password', { method: 'PUT', headers, body });
    const { signInNetworks } = server.deps;
    expect(await signInNetworks.find(alice.id, at(HOME, PHONE))).toBe('device');
    expect(await signInNetworks.find(alice.id, at(HOME, OTHER))).toBeNull();
  });
});

describe('the network of a login', () => {
  it('is stored across restarts, and covers other addresses of the same network', async () => {
    const before = await createTestServer({ keepData: true, config: trustedProxyConfig });
    const { dataFolder } = before.deps.config;
    onTestFinished(() => rmSync(dataFolder, { recursive: true, force: true }));
    const { alice } = before.people;
    await login(before, SCHOOL, alice);
    await login(before, '2001:db8:1:2::7', alice);
    await before.close();
    const after = await serverForTest({ dataFolder, keepData: true, config: trustedProxyConfig });
    const { signInNetworks } = after.deps;
    expect(await signInNetworks.find(alice.id, at('203.0.113.200'))).toBe('network');
    expect(await signInNetworks.find(alice.id, at('203.0.114.9'))).toBeNull();
    expect(await signInNetworks.find(alice.id, at('2001:db8:1:2'))).toBe('network');
    expect(await signInNetworks.find('bob', at(SCHOOL))).toBeNull();
    expect(await signInNetworks.find(undefined, at(SCHOOL))).toBeNull();
  });

  it('is stored at sign-up', async () => {
    const server = await serverForTest({ config: trustedProxyConfig });
    const dora = { name: 'Dora Quill', email: 'dora@example.org', password: 'a lamp of her own' };
    await requestFrom(server, SCHOOL, endpoints.register.path, { body: dora });
    await useUpTries(server, SCHOOL);
    expect(await login(server, SCHOOL, dora)).toBe(200);
  });

  it('is not stored after a wrong password', async () => {
    const server = await serverForTest({ config: trustedProxyConfig });
    const { alice } = server.people;
    await login(server, SCHOOL, { ...alice, password: 'not this one' });
    expect(await server.deps.signInNetworks.find(alice.id, at(SCHOOL))).toBeNull();
  });

  it('is not readable in the database, and differs between accounts', async () => {
    const server = await serverForTest({ config: trustedProxyConfig });
    await login(server, SCHOOL, server.people.alice);
    await login(server, SCHOOL, server.people.bob);
    const rows = await server.deps.db.selectFrom('signInNetworks').selectAll().execute();
    expect(JSON.stringify(rows)).not.toContain('203.0.113');
    expect(new Set(rows.map((row) => row.networkHash)).size).toBe(2);
  });

  it('is removed 90 days after its last use, and beyond the newest twenty with their devices', async () => {
    const server = await serverForTest();
    const { signInNetworks, db } = server.deps;
    await signInNetworks.record('alice', at(SCHOOL));
    server.clock.advance(DAY_MS);
    for (let i = 1; i <= 20; i += 1)
      await signInNetworks.record('alice', at(`198.51.${i}.1`, `device-${i}-`.padEnd(20, 'x')));
    expect(await signInNetworks.find('alice', at(SCHOOL))).toBeNull();
    expect(await signInNetworks.find('alice', at('198.51.1.1'))).toBe('network');
    server.clock.advance(90 * DAY_MS);
    expect(await signInNetworks.find('alice', at('198.51.1.1'))).toBeNull();
    await signInNetworks.sweep();
    expect(await db.selectFrom('signInNetworks').selectAll().execute()).toEqual([]);
  });

  it('is removed when the password changes, except for the one that changes it', async () => {
    const server = await serverForTest({ config: trustedProxyConfig });
    const { alice } = server.people;
    await login(server, SCHOOL, alice);
    const body = { currentPassword: alice.password, newPassword: 'another brass lamp' };
    const path = '/api/users/alice/password';
    expect((await requestFrom(server, HOME, path, { method: 'PUT', as: alice, body })).status).toBe(200);
    expect(await server.deps.signInNetworks.find(alice.id, at(SCHOOL))).toBeNull();
    expect(await server.deps.signInNetworks.find(alice.id, at(HOME))).toBe('network');
  });
});
