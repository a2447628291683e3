import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { AddPasskeyReply, type PasskeyCreation, PasskeyCreationReply } from '#schema/account/passkeys.ts';
import { RecoveryCodesReply, SecondFactorSecret, SecondFactorStatus } from '#schema/account/second-factor.ts';
import { SessionReply } from '#schema/account/user.ts';
import { describeRevision } from '#schema/commands/history-sentences.ts';
import { RevisionsReply } from '#schema/editor/history.ts';
import { PASSKEY_CHALLENGE_LIFETIME_MS, PASSKEYS_PER_USER_MAX } from '#schema/limits.ts';
import { inTransaction } from '#sync-server/db/transaction.ts';
import { codeAt } from '#sync-server/testing/authenticator.ts';
import {
  addPasskey,
  challengeFor,
  logInWith,
  PASSKEYS,
  PUBLIC_URL,
  requestPasskey,
  startPasskey,
} from '#sync-server/testing/passkeys.ts';
import type { Person } from '#sync-server/testing/people.ts';
import { turnOnSecondFactor } from '#sync-server/testing/second-factor.ts';
import { serverForTest } from '#sync-server/testing/server-for-test.ts';
import { SoftwareAuthenticator } from '#sync-server/testing/software-authenticator.ts';
import type { TestServer } from '#sync-server/testing/test-server.ts';

const FACTOR = '/api/auth/second-factor';

const open = (config: object = {}) => serverForTest({ config: { publicUrl: PUBLIC_URL, ...config } });
const readStatus = async (server: TestServer, as: Person) =>
  (await server.request(FACTOR, { as })).read(SecondFactorStatus);

async function openWithPasskey(config: object = {}) {
  const server = await open(config);
  const { admin } = server.people;
  return { server, admin, ...(await addPasskey(server, admin)) };
}

const add = (server: TestServer, as: Person, passkey: object, name = 'Phone') =>
  server.request(PASSKEYS, { as, body: { name, passkey } });
const remove = (server: TestServer, as: Person, id: string, proof: object) =>
  server.request(`${PASSKEYS}/${id}`, {
    ...{ method: 'DELETE', as },
    body: { currentPassword: as.password, ...proof },
  });

/** The same user, signed in on another device. */
async function signInAgain(server: TestServer, person: Person, factor: object): Promise<Person> {
  return { ...person, token: (await logInWith(server, person, factor)).read(SessionReply).token };
}

describe('adding a passkey', () => {
  it('turns two-step sign-in on and returns recovery codes, if it is the first second factor', async () => {
    const server = await open();
    const { admin } = server.people;
    const { passkey, recoveryCodes } = await addPasskey(server, admin, { name: '  Blue key ' });
    expect(new Set(recoveryCodes).size).toBe(10);
    expect(passkey).toMatchObject({ name: 'Blue key', host: 'learn.example.org', isUsable: true });
    expect(await readStatus(server, admin)).toEqual({
      ...{ isOn: true, isRequired: false, hasApp: false, recoveryCodesLeft: 10 },
      ...{ passkeys: [passkey], passkeyObstacle: null },
    });
    expect((await logInWith(server, admin)).refusal.code).toBe('second_factor_required');
  });

  it('leaves the recovery codes as they are, if there is a second factor already', async () => {
    const server = await open();
    const { admin } = server.people;
    const app = await turnOnSecondFactor(server, admin);
    const { recoveryCodes } = await addPasskey(server, admin, { proof: { code: app.code() } });
    expect(recoveryCodes).toEqual([]);
    expect((await logInWith(server, admin, { secondFactor: app.recoveryCodes[0] })).status).toBe(200);
  });

  it('asks for a name, the address of the account, and none of the passkeys that it has', async () => {
    const { server, admin, recoveryCodes, authenticator } = await openWithPasskey();
    const started = await startPasskey(server, admin, { code: recoveryCodes[0] });
    const { creation } = started.read(PasskeyCreationReply);
    expect(creation).toMatchObject({
      rp: { id: 'learn.example.org', name: 'Carrel' },
      user: { name: admin.email, displayName: 'admin Ashdown' },
      attestation: 'none',
    });
    expect(creation.excludeCredentials).toHaveLength(1);
    const unnamed = await add(server, admin, authenticator.create(creation), '   ');
    expect(unnamed.refusal.fields?.name).toBe('Please enter a name');
  });

  it('is for admins, and needs the password', async () => {
    const server = await open();
    const { alice, admin } = server.people;
    expect((await startPasskey(server, alice)).status).toBe(403);
    const wrong = await startPasskey(server, { ...admin, password: 'not this one' });
    expect([wrong.status, wrong.refusal.code]).toEqual([401, 'wrong_current_password']);
    expect(wrong.header('WWW-Authenticate')).toBeNull();
  });

  it('needs a code or a passkey besides the password, once there is a second factor', async () => {
    const { server, admin, authenticator } = await openWithPasskey();
    expect((await startPasskey(server, admin)).refusal.code).toBe('second_factor_required');
    expect((await startPasskey(server, admin, { code: '000000' })).refusal.code).toBe(
      'second_factor_invalid',
    );
    const passkey = authenticator.sign(await requestPasskey(server, admin));
    expect((await startPasskey(server, admin, { passkey })).status).toBe(200);
    // The same for an app beside it.
    const start = (proof: object) =>
      server.request(FACTOR, { as: admin, body: { currentPassword: admin.password, ...proof } });
    expect((await start({})).refusal.code).toBe('second_factor_required');
    const again = authenticator.sign(await requestPasskey(server, admin));
    expect((await start({ passkey: again })).status).toBe(200);
  });

  it('ends what was begun with the password alone before', async () => {
    const server = await open();
    const { admin } = server.people;
    const body = { currentPassword: admin.password };
    const { secret } = (await server.request(FACTOR, { as: admin, body })).read(SecondFactorSecret);
    const { creation } = (await startPasskey(server, admin)).read(PasskeyCreationReply);
    await addPasskey(server, admin);
    const code = codeAt(secret, server.clock.now());
    const confirmed = await server.request(`${FACTOR}/confirm`, { as: admin, body: { code } });
    expect(confirmed.refusal.code).toBe('second_factor_off');
    const planted = new SoftwareAuthenticator(PUBLIC_URL).create(creation);
    expect((await add(server, admin, planted)).refusal.code).toBe('passkey_unverified');
  });

  it.each<[string, (authenticator: SoftwareAuthenticator, creation: PasskeyCreation) => object]>([
    ['from another origin', (a, c) => a.create(c, { origin: 'https://evil.example' })],
    ['for another host', (a, c) => a.create(c, { rpId: 'evil.example' })],
    ['for a challenge of its own', (a, c) => a.create(c, { challenge: 'AAAA' })],
    ['made by a sign-in', (a, c) => a.create(c, { type: 'webauthn.get' })],
    ['from a frame of another site', (a, c) => a.create(c, { crossOrigin: true })],
    ['without a user who is present', (a, c) => a.create(c, { flags: 0x00 })],
  ])('is refused %s', async (_, make) => {
    const server = await open();
    const { admin } = server.people;
    const { creation } = (await startPasskey(server, admin)).read(PasskeyCreationReply);
    const authenticator = new SoftwareAuthenticator(PUBLIC_URL);
    const response = await add(server, admin, make(authenticator, creation));
    expect([response.status, response.refusal.code]).toEqual([400, 'passkey_unverified']);
    expect((await readStatus(server, admin)).isOn).toBe(false);
  });

  it('is refused for a challenge that was used, that expired, or that belongs to another session', async () => {
    const server = await open();
    const { admin } = server.people;
    const other = await signInAgain(server, admin, {});
    const begin = async () => (await startPasskey(server, admin)).read(PasskeyCreationReply).creation;
    const create = (creation: PasskeyCreation) => new SoftwareAuthenticator(PUBLIC_URL).create(creation);
    const creation = await begin();
    expect((await add(server, other, create(creation))).refusal.code).toBe('passkey_unverified');
    const late = create(await begin());
    server.clock.advance(PASSKEY_CHALLENGE_LIFETIME_MS);
    expect((await add(server, admin, late)).refusal.code).toBe('passkey_unverified');
    const once = await begin();
    expect((await add(server, admin, create(once))).read(AddPasskeyReply).recoveryCodes).toHaveLength(10);
    expect((await add(server, admin, create(once))).refusal.code).toBe('passkey_unverified');
  });

  it('is refused for a key pair that is registered already', async () => {
    const { server, admin, authenticator, recoveryCodes } = await openWithPasskey();
    const [row] = await server.deps.db.selectFrom('passkeys').selectAll().execute();
    const { creation } = (await startPasskey(server, admin, { code: recoveryCodes[0] })).read(
      PasskeyCreationReply,
    );
    const created = authenticator.create(creation);
    await inTransaction(server.deps.db, async (trx) => {
      const copy = { id: 'copy', userId: 'bob', credentialId: created.id };
      if (row !== undefined)
        await trx
          .insertInto('passkeys')
          .values({ ...row, ...copy })
          .execute();
    });
    expect((await add(server, admin, created)).refusal.code).toBe('passkey_taken');
  });

  it('ends at ten, also when two are added at once', async () => {
    const { server, admin, authenticator } = await openWithPasskey();
    const prove = async () => ({ passkey: authenticator.sign(await requestPasskey(server, admin)) });
    for (let count = 1; count < PASSKEYS_PER_USER_MAX - 1; count += 1)
      await addPasskey(server, admin, { proof: await prove() });
    const begin = async () =>
      (await startPasskey(server, admin, await prove())).read(PasskeyCreationReply).creation;
    const created = [await begin(), await begin()].map((creation) =>
      new SoftwareAuthenticator(PUBLIC_URL).create(creation),
    );
    const statuses = await Promise.all(
      created.map(async (passkey) => (await add(server, admin, passkey)).status),
    );
    expect(statuses.sort()).toEqual([200, 409]);
    expect((await startPasskey(server, admin, await prove())).refusal.code).toBe('passkeys_full');
    expect((await readStatus(server, admin)).passkeys).toHaveLength(PASSKEYS_PER_USER_MAX);
  });
});

describe('an installation', () => {
  it.each([
    [undefined, 'noPublicUrl'],
    ['http://learn.example.org', 'notHttps'],
    ['https://192.0.2.7', 'noHostName'],
    ['https://[2001:db8::7]', 'noHostName'],
    ['http://127.0.0.1:8787', 'notHttps'],
    ['http://localhost:8787', null],
    ['https://learn.example.org:8443', null],
  ])('with PUBLIC_URL %s has as an obstacle to passkeys: %s', async (publicUrl, obstacle) => {
    const server = await serverForTest({ config: { publicUrl } });
    const { admin } = server.people;
    expect((await readStatus(server, admin)).passkeyObstacle).toBe(obstacle);
    const started = await startPasskey(server, admin);
    if (obstacle === null) expect(started.status).toBe(200);
    else expect(started.refusal.code).toBe('passkeys_unavailable');
  });

  it('takes its address from PUBLIC_URL, whatever the headers of a request say', async () => {
    const server = await open();
    const { admin } = server.people;
    const headers = {
      Host: 'evil.example',
      Origin: 'https://evil.example',
      'X-Forwarded-Host': 'evil.example',
    };
    const body = { currentPassword: admin.password };
    const started = await server.request(`${FACTOR}/passkey-creation`, { as: admin, body, headers });
    const { creation } = started.read(PasskeyCreationReply);
    expect(creation.rp.id).toBe('learn.example.org');
    const passkey = new SoftwareAuthenticator('https://evil.example').create(creation);
    const added = await server.request(PASSKEYS, { as: admin, headers, body: { name: 'Phone', passkey } });
    expect(added.refusal.code).toBe('passkey_unverified');
  });

  it('that requires two-step sign-in of admins is satisfied by a passkey', async () => {
    const server = await open({ requireSecondFactor: 'admins' });
    const { admin } = server.people;
    const status = async () => (await server.request('/api/admin/stats', { as: admin })).status;
    expect(await status()).toBe(403);
    await addPasskey(server, admin);
    expect(await status()).toBe(200);
  });
});

describe('removing a passkey', () => {
  it('needs the password and a code or a passkey, which may be the removed one', async () => {
    const { server, admin, passkey, authenticator } = await openWithPasskey();
    const wrong = await remove(server, { ...admin, password: 'guess' }, passkey.id, {});
    expect(wrong.refusal.code).toBe('wrong_current_password');
    expect((await remove(server, admin, passkey.id, {})).refusal.code).toBe('second_factor_required');
    const proof = { passkey: authenticator.sign(await requestPasskey(server, admin)) };
    expect((await remove(server, admin, passkey.id, proof)).status).toBe(200);
    expect(await readStatus(server, admin)).toMatchObject({ isOn: false, recoveryCodesLeft: 0 });
    expect((await logInWith(server, admin)).status).toBe(200);
  });

  it('ends it at once, also a sign-in that has begun, and leaves the others', async () => {
    const { server, admin, authenticator, passkey, recoveryCodes } = await openWithPasskey();
    const second = await addPasskey(server, admin, { name: 'Key', proof: { code: recoveryCodes[0] } });
    const signed = authenticator.sign(await challengeFor(server, admin));
    const proof = { passkey: second.authenticator.sign(await requestPasskey(server, admin)) };
    expect((await remove(server, admin, passkey.id, proof)).status).toBe(200);
    expect((await logInWith(server, admin, { passkey: signed })).refusal.code).toBe('passkey_invalid');
    const other = second.authenticator.sign(await challengeFor(server, admin));
    expect((await logInWith(server, admin, { passkey: other })).status).toBe(200);
    expect((await logInWith(server, admin, { secondFactor: recoveryCodes[1] })).status).toBe(200);
  });

  it('is refused for the last factor where one is required, and changes nothing', async () => {
    const { server, admin, passkey, authenticator } = await openWithPasskey({
      requireSecondFactor: 'admins',
    });
    const prove = async () => ({ passkey: authenticator.sign(await requestPasskey(server, admin)) });
    const refused = await remove(server, admin, passkey.id, await prove());
    expect([refused.status, refused.refusal.code]).toEqual([409, 'second_factor_last']);
    expect(await readStatus(server, admin)).toMatchObject({ isOn: true, recoveryCodesLeft: 10 });
    await addPasskey(server, admin, { proof: await prove() });
    expect((await remove(server, admin, passkey.id, await prove())).status).toBe(200);
  });

  it('is refused with the challenge of another session of the user', async () => {
    const { server, admin, passkey, authenticator, recoveryCodes } = await openWithPasskey();
    const other = await signInAgain(server, admin, { secondFactor: recoveryCodes[0] });
    const proof = { passkey: authenticator.sign(await requestPasskey(server, other)) };
    expect((await remove(server, admin, passkey.id, proof)).refusal.code).toBe('passkey_invalid');
  });

  it('of another user, and renaming it, finds nothing', async () => {
    const { server, passkey } = await openWithPasskey();
    const { alice } = server.people;
    expect((await remove(server, alice, passkey.id, {})).refusal.code).toBe('passkey_not_found');
    const body = { name: 'Mine' };
    const renamed = await server.request(`${PASSKEYS}/${passkey.id}`, { method: 'PUT', as: alice, body });
    expect(renamed.refusal.code).toBe('passkey_not_found');
  });
});

describe('passkeys beside an authenticator app', () => {
  it('keep two-step sign-in and its recovery codes on when the app is removed', async () => {
    const server = await open();
    const { admin } = server.people;
    const app = await turnOnSecondFactor(server, admin);
    const { authenticator } = await addPasskey(server, admin, { proof: { code: app.code() } });
    const passkey = authenticator.sign(await requestPasskey(server, admin));
    const body = { currentPassword: admin.password, passkey };
    expect((await server.request(`${FACTOR}/off`, { as: admin, body })).status).toBe(200);
    expect(await readStatus(server, admin)).toMatchObject({
      isOn: true,
      hasApp: false,
      recoveryCodesLeft: 10,
    });
    server.clock.advance(60_000);
    expect((await logInWith(server, admin, { secondFactor: app.code() })).status).toBe(401);
  });

  it('are joined by an app, which creates no new recovery codes', async () => {
    const { server, admin, recoveryCodes } = await openWithPasskey();
    const body = { currentPassword: admin.password, code: recoveryCodes[0] };
    const { secret } = (await server.request(FACTOR, { as: admin, body })).read(SecondFactorSecret);
    const code = codeAt(secret, server.clock.now());
    const confirmed = await server.request(`${FACTOR}/confirm`, { as: admin, body: { code } });
    expect(confirmed.read(RecoveryCodesReply).recoveryCodes).toEqual([]);
    expect(await readStatus(server, admin)).toMatchObject({ hasApp: true, recoveryCodesLeft: 9 });
  });

  it('can be used for new recovery codes', async () => {
    const { server, admin, authenticator, recoveryCodes } = await openWithPasskey();
    const passkey = authenticator.sign(await requestPasskey(server, admin));
    const body = { currentPassword: admin.password, passkey };
    const renewed = await server.request(`${FACTOR}/recovery-codes`, { as: admin, body });
    expect(renewed.read(RecoveryCodesReply).recoveryCodes).toHaveLength(10);
    expect((await logInWith(server, admin, { secondFactor: recoveryCodes[0] })).status).toBe(401);
  });
});

describe('the owner of an account', () => {
  it('renames a passkey', async () => {
    const { server, admin, passkey } = await openWithPasskey();
    const body = { name: ' Old phone ' };
    await server.request(`${PASSKEYS}/${passkey.id}`, { method: 'PUT', as: admin, body });
    expect((await readStatus(server, admin)).passkeys).toEqual([{ ...passkey, name: 'Old phone' }]);
  });

  it('is told by mail, in the history and in the log of each passkey that comes or goes', async () => {
    const { server, admin, passkey, authenticator, recoveryCodes } = await openWithPasskey();
    const second = await addPasskey(server, admin, { proof: { code: recoveryCodes[0] } });
    const prove = async () => ({ passkey: authenticator.sign(await requestPasskey(server, admin)) });
    await remove(server, admin, second.passkey.id, await prove());
    await remove(server, admin, passkey.id, await prove());
    await server.deps.mails.drain();
    const folder = join(server.deps.config.dataFolder, 'mail');
    const mails = readdirSync(folder).map((name) => readFileSync(join(folder, name), 'utf8'));
    const subjects = mails.map((mail) => /^Subject: (.*)$/m.exec(mail)?.[1]);
    expect(subjects.sort()).toEqual([
      ...['A passkey was added', 'A passkey was added', 'A passkey was removed', 'A recovery code was used'],
      'Two-step sign-in was turned off',
    ]);
    const audit = (await server.request('/api/admin/audit', { as: admin })).read(RevisionsReply);
    expect(audit.revisions.map(describeRevision)).toEqual([
      ...['removed a passkey from the account of admin Ashdown'],
      ...['removed a passkey from the account of admin Ashdown'],
      ...[
        'added a passkey to the account of admin Ashdown',
        'added a passkey to the account of admin Ashdown',
      ],
    ]);
    const log = server.log.join('');
    for (const event of ['passkey added', 'passkey removed', 'second factor turned off'])
      expect(log).toContain(event);
  });
});
