import { createHmac } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { SessionsReply } from '#schema/account/session.ts';
import { endpoints } from '#schema/endpoints/endpoints.ts';
import { migrateAsBefore } from '#sync-server/testing/database-file.ts';
import type { RequestOptions } from '#sync-server/testing/test-request.ts';
import { createTestServer, type TestServer } from '#sync-server/testing/test-server.ts';
import { openDatabase } from '../open.ts';

const SECRET = 'the same thirty-two bytes for all';
const ORIGIN = 'https://learn.example.org';
const DAY_SECONDS = 24 * 60 * 60;
/** Twenty days before the clock of the tests, when the last release was running. */
const ISSUED_SECONDS = 1_795_248_000 - 20 * DAY_SECONDS;
const AT = new Date(ISSUED_SECONDS * 1_000).toISOString();

/** A token or cookie exactly as the last release issued it: without a session id. */
function releasedToken(kind: 'session' | 'handover', issued = ISSUED_SECONDS): string {
  const encode = (part: object) => Buffer.from(JSON.stringify(part)).toString('base64url');
  const own = kind === 'session' ? { aud: 'carrel-app' } : { role: 'user', aud: 'carrel-handover' };
  const times = { iat: issued, exp: issued + 30 * DAY_SECONDS };
  const claims = { ver: 1, ...own, iss: 'carrel', sub: 'dora', ...times };
  const text = `${encode({ alg: 'HS256', typ: `${kind}+jwt` })}.${encode(claims)}`;
  return `${text}.${createHmac('sha256', SECRET).update(text).digest('base64url')}`;
}

/** A data folder as the last release left it, in which dora has an account. */
async function releasedFolder(): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'carrel-released-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const db = openDatabase(join(folder, 'carrel.sqlite'));
  await migrateAsBefore(db, '007-resumable-uploads');
  await sql`
    insert into users (id, name, email, "passwordHash", role, "tokenVersion", "createdAt", "updatedAt")
    values ('dora', 'Dora', 'dora@example.org', 'x', 'user', 1, ${AT}, ${AT})
  `.execute(db);
  await db.destroy();
  return folder;
}

let server: TestServer;

beforeEach(async () => {
  const dataFolder = await releasedFolder();
  server = await createTestServer({ dataFolder, keepData: true, config: { secret: SECRET } });
  onTestFinished(() => server.close());
});

const request = (token: string, path: string, options: RequestOptions = {}) =>
  server.request(path, { ...options, headers: { Authorization: `Bearer ${token}`, ...options.headers } });
const statusOf = async (token: string) => (await request(token, '/api/progress')).status;
const listAs = async (token: string) =>
  (await request(token, '/api/users/dora/sessions')).read(SessionsReply).sessions;

describe('a token of the last release', () => {
  it('is accepted after the upgrade, is one session in the list, and is reissued as one with a ticket', async () => {
    const old = releasedToken('session');
    expect(await statusOf(old)).toBe(200);
    const headers = { 'User-Agent': 'Firefox/145.0 Linux' };
    const { token = '', endTicket = '' } = (await request(old, '/api/auth/me', { headers })).read(
      endpoints.me.output,
    );
    expect(await statusOf(token)).toBe(200);
    expect(await listAs(token)).toMatchObject([{ isCurrent: true, createdAt: AT }]);
    expect(await listAs(old)).toHaveLength(1);
    await server.request(endpoints.signOut.path, { body: { tickets: [endTicket] } });
    expect([await statusOf(token), await statusOf(old)]).toEqual([401, 401]);
  });

  it('expires when it would have', async () => {
    const old = releasedToken('session');
    server.clock.advance((10 * DAY_SECONDS - 1) * 1_000);
    expect(await statusOf(old)).toBe(200);
    server.clock.advance(1_000);
    expect(await statusOf(old)).toBe(401);
  });

  it('ends with all others, even when the server has not received it since the upgrade', async () => {
    const [seen, unseen] = [releasedToken('session'), releasedToken('session', ISSUED_SECONDS + 60)];
    expect(await statusOf(seen)).toBe(200);
    await request(seen, '/api/users/dora/sessions', { method: 'DELETE' });
    expect([await statusOf(seen), await statusOf(unseen)]).toEqual([200, 401]);
  });

  it.each([true, false])('is ended by an admin, received since the upgrade or not: %s', async (isSeen) => {
    const old = releasedToken('session');
    if (isSeen) expect(await statusOf(old)).toBe(200);
    const path = '/api/admin/users/dora/sessions';
    await server.request(path, { method: 'DELETE', as: server.people.admin });
    expect(await statusOf(old)).toBe(401);
  });
});

describe('a hand-over cookie of the last release', () => {
  const resume = async (name: string, value: string) => {
    const page = {
      Origin: ORIGIN,
      Handover: '1',
      'Sec-Fetch-Site': 'same-origin',
      Host: 'learn.example.org',
    };
    const headers = { ...page, Cookie: `${name}=${value}` };
    const path = `${ORIGIN}${endpoints.resumeSession.path}`;
    const response = await server.request(path, { method: 'POST', headers });
    return { response, session: response.read(endpoints.resumeSession.output).session };
  };

  it('begins one session, is replaced by one of the new name, and begins none once that session has ended', async () => {
    const old = releasedToken('handover');
    const { response, session } = await resume('__Secure-carrel-handover', old);
    expect(await statusOf(session?.token ?? '')).toBe(200);
    expect(response.headers.getSetCookie().map((cookie) => cookie.split('=')[0])).toEqual([
      '__Host-carrel-handover',
      '__Secure-carrel-handover',
    ]);
    const again = await resume('__Secure-carrel-handover', old);
    expect(await listAs(again.session?.token ?? '')).toHaveLength(1);
    const tickets = [session?.endTicket ?? ''];
    await server.request(endpoints.signOut.path, { body: { tickets } });
    expect((await resume('__Secure-carrel-handover', old)).session).toBeNull();
  });

  it('begins none after all sessions of its user were ended', async () => {
    const path = '/api/admin/users/dora/sessions';
    await server.request(path, { method: 'DELETE', as: server.people.admin });
    expect((await resume('__Secure-carrel-handover', releasedToken('handover'))).session).toBeNull();
  });
});
