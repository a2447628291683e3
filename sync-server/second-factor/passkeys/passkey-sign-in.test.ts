import { describe, expect, it } from 'vitest';
import type { PasskeyRequest } from '#schema/account/passkeys.ts';
import type { PasskeyAssertion } from '#schema/account/second-proof.ts';
import { SessionReply } from '#schema/account/user.ts';
import { PASSKEY_CHALLENGE_LIFETIME_MS } from '#schema/limits.ts';
import { inTransaction } from '#sync-server/db/transaction.ts';
import {
  addPasskey,
  challengeFor,
  logInWith,
  offerOf,
  PUBLIC_URL,
  requestPasskey,
} from '#sync-server/testing/passkeys.ts';
import type { Person } from '#sync-server/testing/people.ts';
import { turnOnSecondFactor } from '#sync-server/testing/second-factor.ts';
import { serverForTest } from '#sync-server/testing/server-for-test.ts';
import type { SoftwareAuthenticator } from '#sync-server/testing/software-authenticator.ts';
import type { TestServer } from '#sync-server/testing/test-server.ts';
import { removeOldChallenges } from './challenge-queries.ts';

const open = (config: object = {}) => serverForTest({ config: { publicUrl: PUBLIC_URL, ...config } });

/** An admin with a passkey. */
async function openWithPasskey() {
  const server = await open();
  const { admin } = server.people;
  return { server, admin, ...(await addPasskey(server, admin)) };
}

const makeAdmin = ({ deps }: TestServer, { id }: Person) =>
  inTransaction(deps.db, (trx) =>
    trx.updateTable('users').set({ role: 'admin' }).where('id', '=', id).execute(),
  );

describe('a sign-in with a passkey', () => {
  it('needs the password first, and then a signature of the challenge in its reply', async () => {
    const { server, admin, authenticator } = await openWithPasskey();
    const challenge = await logInWith(server, admin);
    expect([challenge.status, challenge.refusal.code]).toEqual([401, 'second_factor_required']);
    expect(challenge.header('WWW-Authenticate')).toBeNull();
    expect(challenge.header('Set-Cookie')).toBeNull();
    const { hasApp, passkey } = offerOf(challenge);
    expect(hasApp).toBe(false);
    expect(passkey).toMatchObject({ rpId: 'learn.example.org', userVerification: 'preferred' });
    expect(passkey?.challenge).toMatch(/^[\w-]{43}$/);
    const signed = authenticator.sign(passkey ?? (await challengeFor(server, admin)));
    const response = await logInWith(server, admin, { passkey: signed });
    expect(response.read(SessionReply).user.id).toBe('admin');
  });

  it('reveals no passkey without the password', async () => {
    const { server, admin } = await openWithPasskey();
    const response = await logInWith(server, { ...admin, password: 'not this one' });
    expect(response.refusal.code).toBe('wrong_admin_credentials');
    expect(response.text).not.toContain('secondFactor');
    const { challenge } = await challengeFor(server, admin);
    expect(server.log.join('')).not.toContain(challenge);
  });

  it('notes when a passkey was used, and how often by its own count', async () => {
    const { server, admin, authenticator } = await openWithPasskey();
    server.clock.advance(60_000);
    await logInWith(server, admin, { passkey: authenticator.sign(await challengeFor(server, admin)) });
    const [row] = await server.deps.db.selectFrom('passkeys').selectAll().execute();
    expect(row).toMatchObject({ counter: 1, lastUsedAt: server.clock.now().toISOString() });
  });

  it('accepts an authenticator that does not count, again and again, and one without a PIN', async () => {
    const { server, admin, authenticator } = await openWithPasskey();
    for (const flags of [0x01, 0x05]) {
      const passkey = authenticator.sign(await challengeFor(server, admin), { counter: 0, flags });
      expect((await logInWith(server, admin, { passkey })).status).toBe(200);
    }
  });

  it('offers passkeys and the app to who has both, and accepts either', async () => {
    const server = await open();
    const { admin } = server.people;
    const app = await turnOnSecondFactor(server, admin);
    const { authenticator } = await addPasskey(server, admin, { proof: { code: app.code() } });
    server.clock.advance(30_000);
    expect(offerOf(await logInWith(server, admin))).toMatchObject({ hasApp: true });
    expect((await logInWith(server, admin, { secondFactor: app.code() })).status).toBe(200);
    const passkey = authenticator.sign(await challengeFor(server, admin));
    expect((await logInWith(server, admin, { passkey })).status).toBe(200);
  });

  it('accepts recovery codes, each once', async () => {
    const { server, admin, recoveryCodes } = await openWithPasskey();
    const [code] = recoveryCodes;
    const statuses = [
      (await logInWith(server, admin, { secondFactor: code })).status,
      (await logInWith(server, admin, { secondFactor: code })).status,
    ];
    expect([recoveryCodes.length, ...statuses]).toEqual([10, 200, 401]);
  });

  it('leaves recovery codes where the address of the server has changed, and offers no passkey', async () => {
    const { server, admin, recoveryCodes } = await openWithPasskey();
    for (const publicUrl of ['https://elsewhere.example.org', undefined]) {
      Object.assign(server.deps.config, { publicUrl });
      expect(offerOf(await logInWith(server, admin)).passkey).toBeNull();
    }
    expect((await logInWith(server, admin, { secondFactor: recoveryCodes[0] })).status).toBe(200);
  });
});

describe('a signature of a passkey is refused', () => {
  type Make = (authenticator: SoftwareAuthenticator, request: PasskeyRequest) => PasskeyAssertion;
  const other = Buffer.alloc(32, 7).toString('base64url');

  it.each<[string, Make]>([
    ['from another origin', (a, r) => a.sign(r, { origin: 'https://learn.example.org.evil.example' })],
    ['from the same host on another port', (a, r) => a.sign(r, { origin: `${PUBLIC_URL}:8443` })],
    ['from the same host without encryption', (a, r) => a.sign(r, { origin: 'http://learn.example.org' })],
    ['for another host', (a, r) => a.sign(r, { rpId: 'evil.example' })],
    ['for a parent domain', (a, r) => a.sign(r, { rpId: 'example.org' })],
    ['that does not hold', (a, r) => a.sign(r, { signsOther: true })],
    ['of a challenge that the server never sent', (a, r) => a.sign(r, { challenge: other })],
    ['made to create a passkey', (a, r) => a.sign(r, { type: 'webauthn.create' })],
    ['from a frame of another site', (a, r) => a.sign(r, { crossOrigin: true })],
    ['without a user who is present', (a, r) => a.sign(r, { flags: 0x00 })],
    ['that says nothing readable', (a, r) => ({ ...a.sign(r), response: unreadable })],
  ])('%s', async (_, make) => {
    const { server, admin, authenticator } = await openWithPasskey();
    const request = await challengeFor(server, admin);
    const response = await logInWith(server, admin, { passkey: make(authenticator, request) });
    expect([response.status, response.refusal.code]).toEqual([401, 'passkey_invalid']);
    // A new challenge comes with it, for another attempt.
    const again = authenticator.sign(offerOf(response).passkey ?? request);
    expect((await logInWith(server, admin, { passkey: again })).status).toBe(200);
  });

  const unreadable = { clientDataJSON: 'AAAA', authenticatorData: 'AAAA', signature: 'AAAA' };

  it('a second time, also if the first attempt failed', async () => {
    const { server, admin, authenticator } = await openWithPasskey();
    const passkey = authenticator.sign(await challengeFor(server, admin));
    const statuses = [
      (await logInWith(server, admin, { passkey })).status,
      (await logInWith(server, admin, { passkey })).status,
    ];
    const burnt = await challengeFor(server, admin);
    await logInWith(server, admin, { passkey: authenticator.sign(burnt, { signsOther: true }) });
    statuses.push((await logInWith(server, admin, { passkey: authenticator.sign(burnt) })).status);
    expect(statuses).toEqual([200, 401, 401]);
  });

  it('sent by several requests at once, but for one of them', async () => {
    const { server, admin, authenticator } = await openWithPasskey();
    const passkey = authenticator.sign(await challengeFor(server, admin));
    const all = await Promise.all(Array.from({ length: 5 }, () => logInWith(server, admin, { passkey })));
    expect(all.map(({ status }) => status).sort()).toEqual([200, 401, 401, 401, 401]);
  });

  it('of the challenge of another user', async () => {
    const { server, admin, authenticator } = await openWithPasskey();
    const { alice } = server.people;
    await makeAdmin(server, alice);
    const ofAlice = await addPasskey(server, alice);
    const challenge = (await challengeFor(server, alice)).challenge;
    const request = await challengeFor(server, admin);
    const passkey = authenticator.sign(request, { challenge });
    expect((await logInWith(server, admin, { passkey })).refusal.code).toBe('passkey_invalid');
    // Neither does the passkey of another user sign the right challenge.
    const foreign = ofAlice.authenticator.sign({
      ...(await challengeFor(server, admin)),
      allowCredentials: (await challengeFor(server, alice)).allowCredentials,
    });
    expect((await logInWith(server, admin, { passkey: foreign })).refusal.code).toBe('passkey_invalid');
  });

  it('of a challenge that was sent for something else', async () => {
    const { server, admin, authenticator } = await openWithPasskey();
    const passkey = authenticator.sign(await requestPasskey(server, admin));
    expect((await logInWith(server, admin, { passkey })).refusal.code).toBe('passkey_invalid');
  });

  it('after five minutes', async () => {
    const { server, admin, authenticator } = await openWithPasskey();
    const early = authenticator.sign(await challengeFor(server, admin));
    server.clock.advance(PASSKEY_CHALLENGE_LIFETIME_MS - 1);
    expect((await logInWith(server, admin, { passkey: early })).status).toBe(200);
    const late = authenticator.sign(await challengeFor(server, admin));
    server.clock.advance(PASSKEY_CHALLENGE_LIFETIME_MS);
    expect((await logInWith(server, admin, { passkey: late })).refusal.code).toBe('passkey_invalid');
  });

  it('when its count goes back or stays, which the log reports', async () => {
    const { server, admin, authenticator } = await openWithPasskey();
    const signIn = async (counter: number) => {
      const passkey = authenticator.sign(await challengeFor(server, admin), { counter });
      return (await logInWith(server, admin, { passkey })).status;
    };
    expect([await signIn(7), await signIn(7), await signIn(6), await signIn(0)]).toEqual([
      200, 401, 401, 401,
    ]);
    expect(server.log.filter((line) => line.includes('counter of a passkey went back'))).toHaveLength(3);
    expect(await signIn(8)).toBe(200);
    // A count that nobody signed is no sign of a copy.
    const unsigned = authenticator.sign(await challengeFor(server, admin), { counter: 1, signsOther: true });
    await logInWith(server, admin, { passkey: unsigned });
    expect(server.log.filter((line) => line.includes('counter of a passkey went back'))).toHaveLength(3);
  });

  it('ten times in a quarter of an hour, together with wrong codes; then every attempt is', async () => {
    const { server, admin, authenticator, recoveryCodes } = await openWithPasskey();
    const statuses: number[] = [];
    for (let count = 0; count < 5; count += 1) {
      const passkey = authenticator.sign(await challengeFor(server, admin), { signsOther: true });
      statuses.push((await logInWith(server, admin, { passkey })).status);
      statuses.push((await logInWith(server, admin, { secondFactor: '000000' })).status);
    }
    expect(statuses).toEqual(Array<number>(10).fill(401));
    const right = authenticator.sign(await challengeFor(server, admin));
    expect((await logInWith(server, admin, { passkey: right })).status).toBe(429);
    expect((await logInWith(server, admin, { secondFactor: recoveryCodes[0] })).status).toBe(429);
  });
});

describe('challenges', () => {
  it('do not pile up: a user has twenty at most, and expired ones are removed', async () => {
    const { server, admin, authenticator } = await openWithPasskey();
    for (let count = 0; count < 25; count += 1) await requestPasskey(server, admin);
    const stored = () => server.deps.db.selectFrom('passkeyChallenges').selectAll().execute();
    expect(await stored()).toHaveLength(20);
    const last = await challengeFor(server, admin);
    expect((await logInWith(server, admin, { passkey: authenticator.sign(last) })).status).toBe(200);
    server.clock.advance(PASSKEY_CHALLENGE_LIFETIME_MS);
    await inTransaction(server.deps.db, (trx) => removeOldChallenges(trx, server.clock.now()));
    expect(await stored()).toEqual([]);
  });
});
