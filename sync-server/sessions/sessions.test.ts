import { createHmac, generateKeyPairSync } from 'node:crypto';
import { SignJWT } from 'jose';
import { describe, expect, it } from 'vitest';
import { inTransaction } from '../db/transaction.ts';
import { serverForTest } from '../testing/server-for-test.ts';
import { Sessions } from './sessions.ts';

const SECRET = 'the same thirty-two bytes for all';
const secretBytes = new TextEncoder().encode(SECRET);
const YEAR_2030_SECONDS = 1_893_456_000;
const claims = { sub: 'alice', ver: 1, iat: 1_795_248_000, exp: YEAR_2030_SECONDS };
const bound = { ...claims, iss: 'carrel', aud: 'carrel-app' };
const goodHeader = { alg: 'HS256', typ: 'session+jwt' };

const encode = (part: object) => Buffer.from(JSON.stringify(part)).toString('base64url');

/** A token with any header and claims, signed with the server's own secret, which no attacker can create. */
function handmade(header: object, payload: object, digest = 'sha256'): string {
  const text = `${encode(header)}.${encode(payload)}`;
  return `${text}.${createHmac(digest, secretBytes).update(text).digest('base64url')}`;
}

const without = (name: keyof typeof bound) =>
  handmade(goodHeader, Object.fromEntries(Object.entries(bound).filter(([key]) => key !== name)));

async function statusOf(token: string): Promise<{ status: number; challenge: string | null }> {
  const server = await serverForTest({ config: { secret: SECRET } });
  const response = await server.request('/api/auth/me', { headers: { Authorization: `Bearer ${token}` } });
  return { status: response.status, challenge: response.header('WWW-Authenticate') };
}

describe('a session token', () => {
  it('is accepted when valid (otherwise the forgeries below would fail for another reason)', async () => {
    expect(await statusOf(handmade(goodHeader, bound))).toEqual({ status: 200, challenge: null });
  });

  it.each<[string, string]>([
    ['unsigned, alg none', `${encode({ alg: 'none', typ: 'session+jwt' })}.${encode(bound)}.`],
    ['with its signature cut off', `${encode(goodHeader)}.${encode(bound)}.`],
    ['signed with HS512', handmade({ ...goodHeader, alg: 'HS512' }, bound, 'sha512')],
    ['claiming RS256 over an HMAC', handmade({ ...goodHeader, alg: 'RS256' }, bound)],
    ['of another type', handmade({ alg: 'HS256', typ: 'reset+jwt' }, bound)],
    ['without a type', handmade({ alg: 'HS256' }, bound)],
    ['with a critical extension', handmade({ ...goodHeader, crit: ['x'], x: 1 }, bound)],
    ['of another issuer', handmade(goodHeader, { ...bound, iss: 'elsewhere' })],
    ['for another audience', handmade(goodHeader, { ...bound, aud: 'elsewhere' })],
    ['without exp', without('exp')],
    ['without iat', without('iat')],
    ['without sub', without('sub')],
    ['without ver', without('ver')],
    ['without iss', without('iss')],
    ['without aud', without('aud')],
    ['expired', handmade(goodHeader, { ...bound, exp: 1_750_000_000 })],
    ['of an unknown user', handmade(goodHeader, { ...bound, sub: 'mallory' })],
    ['of another version', handmade(goodHeader, { ...bound, ver: 2 })],
    ['whose version is a text', handmade(goodHeader, { ...bound, ver: '1' })],
    ['of an unknown session', handmade(goodHeader, { ...bound, sid: 'no-such-session' })],
    ['whose session is a number', handmade(goodHeader, { ...bound, sid: 1 })],
    ['seven kilobytes of garbage', 'A'.repeat(7_000)],
    ['empty', ''],
    ['three dots', '...'],
  ])('is rejected: %s', async (_, token) => {
    expect(await statusOf(token)).toEqual({ status: 401, challenge: 'Bearer' });
  });

  it('is rejected when signed with another key, including one embedded in its header', async () => {
    const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
    const jwk = publicKey.export({ format: 'jwk' });
    const foreign = await new SignJWT(bound)
      .setProtectedHeader({ alg: 'RS256', typ: 'session+jwt', jwk, kid: '../../../dev/null' })
      .sign(privateKey);
    expect((await statusOf(foreign)).status).toBe(401);
    const other = await new SignJWT(bound)
      .setProtectedHeader(goodHeader)
      .sign(new TextEncoder().encode('another thirty-two bytes for this'));
    expect((await statusOf(other)).status).toBe(401);
  });

  it('is not accepted from a query, a cookie, or another scheme', async () => {
    const server = await serverForTest();
    const { token } = server.people.alice;
    const elsewhere: Record<string, string>[] = [
      { Cookie: `token=${token}` },
      { Authorization: `Basic ${token}` },
      { Authorization: token },
    ];
    for (const headers of elsewhere) {
      expect((await server.request(`/api/auth/me?token=${token}`, { headers })).status).toBe(401);
    }
  });

  it("ends at once when its user's token version is incremented or the user is deleted", async () => {
    const server = await serverForTest();
    const { alice, bob } = server.people;
    expect((await server.request('/api/progress', { as: alice })).status).toBe(200);
    await inTransaction(server.deps.db, (trx) =>
      trx.updateTable('users').set({ tokenVersion: 2 }).where('id', '=', 'alice').execute(),
    );
    expect((await server.request('/api/progress', { as: alice })).status).toBe(401);
    await inTransaction(server.deps.db, (trx) => trx.deleteFrom('users').where('id', '=', 'bob').execute());
    expect((await server.request('/api/progress', { as: bob })).status).toBe(401);
  });

  it('has no admin rights as soon as the role is revoked', async () => {
    const server = await serverForTest();
    const { admin } = server.people;
    expect((await server.request('/api/courses/tides/content', { as: admin })).status).toBe(200);
    await inTransaction(server.deps.db, (trx) =>
      trx.updateTable('users').set({ role: 'user' }).where('id', '=', 'admin').execute(),
    );
    expect((await server.request('/api/courses/tides/content', { as: admin })).status).toBe(403);
  });

  it('that was verified before still expires', async () => {
    const sessions = new Sessions(secretBytes);
    const now = new Date('2026-11-21T08:00:00.000Z');
    const token = await sessions.issue({ id: 'alice', tokenVersion: 1 }, now);
    expect(await sessions.read(token, now)).toMatchObject({ userId: 'alice', version: 1 });
    expect(await sessions.read(token, new Date('2026-12-21T07:59:59.000Z'))).not.toBeNull();
    expect(await sessions.read(token, new Date('2026-12-21T08:00:00.000Z'))).toBeNull();
  });
});
