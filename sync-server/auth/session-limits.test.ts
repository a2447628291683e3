import { join } from 'node:path';
import Database from 'better-sqlite3';
import { sql } from 'kysely';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { SessionReply } from '#schema/account/user.ts';
import { endpoints } from '#schema/endpoints/endpoints.ts';
import { inTransaction } from '../db/transaction.ts';
import { removeOldSessions } from '../sessions/session-queries.ts';
import { onSqlite } from '../testing/postgres/on-sqlite.ts';
import { serverForTest } from '../testing/server-for-test.ts';
import type { TestServer } from '../testing/test-server.ts';
import { watchQueries } from '../testing/watched-queries.ts';

const describeOnSqlite = onSqlite(describe);
const itOnSqlite = onSqlite(it);

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

const me = async (server: TestServer, token: string) =>
  server.request('/api/auth/me', { headers: { Authorization: `Bearer ${token}` } });

const claimsOf = (token: string): { exp: number; iat: number } =>
  JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString());

const rowOf = (server: TestServer) =>
  server.deps.db.selectFrom('sessions').selectAll().where('userId', '=', 'alice').executeTakeFirstOrThrow();

/**
 * Opens the app every `everyDays`, like a device that uses each new token. Returns after how many days the
 * session ended.
 */
async function useUntilItEnds(server: TestServer, everyDays: number): Promise<number> {
  let { token } = server.people.alice;
  for (let days = 0; days < 200; days += everyDays) {
    const response = await me(server, token);
    if (response.status === 401) return days;
    const refreshed = response.read(endpoints.me.output).token;
    token = refreshed ?? token;
    expect(claimsOf(token).exp * 1_000).toBeLessThanOrEqual(Date.parse((await rowOf(server)).expiresAt));
    server.clock.advance(everyDays * DAY_MS);
  }
  return Number.POSITIVE_INFINITY;
}

describe('a session', () => {
  it('ends ninety days after the login, however often its token is reissued', async () => {
    expect(await useUntilItEnds(await serverForTest(), 10)).toBe(90);
  });

  it('that is unused for thirty days ends, even with a token that is still valid', async () => {
    const server = await serverForTest();
    const { alice } = server.people;
    server.clock.advance(16 * DAY_MS);
    const { token = '' } = (await me(server, alice.token)).read(endpoints.me.output);
    expect(claimsOf(token).exp - claimsOf(token).iat).toBe(30 * 24 * 60 * 60);
    await server.deps.sessionUses.settled();
    await inTransaction(server.deps.db, (trx) =>
      trx
        .updateTable('sessions')
        .set({ lastSeenAt: new Date(server.clock.now().getTime() - 30 * DAY_MS).toISOString() })
        .where('userId', '=', 'alice')
        .execute(),
    );
    expect((await me(server, token)).status).toBe(401);
  });

  it('begun by a hand-over ends with the ninety days of the original login', async () => {
    const server = await serverForTest();
    const page = { Origin: 'http://localhost', Handover: '1', 'Sec-Fetch-Site': 'same-origin' };
    const { email, password } = server.people.bob;
    const login = await server.request('/api/auth/login', { body: { email, password }, headers: page });
    const { expiresAt } = await server.deps.db
      .selectFrom('sessions')
      .select('expiresAt')
      .where('userId', '=', 'bob')
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow();
    server.clock.advance(20 * DAY_MS);
    const headers = { ...page, Cookie: login.header('Set-Cookie')?.split(';')[0] ?? '' };
    await server.request(endpoints.resumeSession.path, { method: 'POST', headers });
    const rows = await server.deps.db
      .selectFrom('sessions')
      .select('expiresAt')
      .where('userId', '=', 'bob')
      .execute();
    expect(rows).toHaveLength(3);
    expect(new Set(rows.map((row) => row.expiresAt))).toEqual(new Set([expiresAt]));
  });
});

describe('the last use of a session', () => {
  it('is written once an hour at most: reads cause no write', async () => {
    const server = await serverForTest();
    const { alice } = server.people;
    const seenAt = async () => {
      await server.deps.sessionUses.settled();
      return (await rowOf(server)).lastSeenAt;
    };
    const start = await seenAt();
    server.clock.advance(59 * MINUTE_MS);
    await me(server, alice.token);
    expect(await seenAt()).toBe(start);
    server.clock.advance(MINUTE_MS);
    await Promise.all([1, 2, 3].map(() => me(server, alice.token)));
    expect(await seenAt()).toBe(server.clock.now().toISOString());
  });

  itOnSqlite('is written together with that of other sessions', async () => {
    const server = await serverForTest();
    const { alice, bob, carol } = server.people;
    server.clock.advance(60 * MINUTE_MS);
    // Uses are gathered for half a second, which three requests may take.
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    onTestFinished(() => void vi.useRealTimers());
    const queries = await watchQueries(server, async () => {
      await Promise.all([alice, bob, carol].map(({ token }) => me(server, token)));
      await server.deps.sessionUses.settled();
    });
    const writes = queries.filter(({ sql }) => sql.startsWith('update "sessions"'));
    expect(writes.map(({ changedRows }) => changedRows)).toEqual([3]);
  });

  it('does not block read-only requests while another process writes', async () => {
    const server = await serverForTest();
    const writer = new Database(join(server.deps.config.dataFolder, 'carrel.sqlite'), { timeout: 0 });
    onTestFinished(() => void writer.close());
    server.clock.advance(59 * MINUTE_MS);
    writer.exec('begin immediate');
    expect((await me(server, server.people.alice.token)).status).toBe(200);
    expect(server.log.join('\n')).not.toContain('could not be recorded');
  });
});

describe('the row of a session', () => {
  it('remains as long as a token of it can be valid, and is removed then', async () => {
    const server = await serverForTest();
    const { db, clock } = server.deps;
    const count = async () => (await db.selectFrom('sessions').selectAll().execute()).length;
    const removeOld = () => inTransaction(db, (trx) => removeOldSessions(trx, clock.now()));
    const body = { tickets: [server.deps.endTickets.ticketOf((await rowOf(server)).id)] };
    await server.request(endpoints.signOut.path, { body });
    server.clock.advance(30 * DAY_MS);
    await removeOld();
    expect(await count()).toBe(4);
    server.clock.advance(MINUTE_MS);
    await removeOld();
    expect(await count()).toBe(3);
    server.clock.advance(31 * DAY_MS);
    await removeOld();
    expect(await count()).toBe(0);
  });
});

describeOnSqlite('on a disk without space for another row', () => {
  it('the correct password still signs in, and the session gets its row once there is space', async () => {
    const server = await serverForTest();
    const { deps, people } = server;
    const { email, password } = people.alice;
    const [pages, fill] = await fillDatabase(server);
    const login = await server.request('/api/auth/login', { body: { email, password } });
    expect(login.status).toBe(200);
    const { token, endTicket } = login.read(SessionReply);
    expect(endTicket).toBeUndefined();
    expect((await me(server, token)).status).toBe(200);
    expect(server.log.join('\n')).toContain('the session of a login');
    await fill(pages + 1_000);
    const refreshed = (await me(server, token)).read(endpoints.me.output);
    expect(refreshed).toMatchObject({ token: expect.any(String), endTicket: expect.any(String) });
    await inTransaction(deps.db, (trx) =>
      trx.updateTable('sessions').set({ endedAt: 'now' }).where('userId', '=', 'alice').execute(),
    );
    expect((await me(server, token)).status).toBe(401);
    expect((await me(server, refreshed.token ?? '')).status).toBe(401);
  });
});

/**
 * Fills the sessions table until SQLite has no more space; returns its page count and a function to allow
 * more.
 */
async function fillDatabase(server: TestServer): Promise<[number, (pages: number) => Promise<void>]> {
  const { db } = server.deps;
  const { rows } = await sql<{ page_count: number }>`pragma page_count`.execute(db);
  const pages = rows[0]?.page_count ?? 0;
  const allow = async (count: number) => {
    await sql.raw(`pragma max_page_count = ${count}`).execute(db);
  };
  await allow(pages);
  const row = await rowOf(server);
  const insert = (i: number) =>
    inTransaction(db, (trx) =>
      trx
        .insertInto('sessions')
        .values({ ...row, id: `filler-${i}`, userId: 'bob', endTicketHash: `filler ${i}` })
        .execute(),
    );
  await expect(
    (async () => {
      for (let i = 0; i < 10_000; i += 1) await insert(i);
    })(),
  ).rejects.toThrow(/full/);
  return [pages, allow];
}
