import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import type Database from 'better-sqlite3';
import { sql } from 'kysely';
import { describe, expect, it, onTestFinished } from 'vitest';
import { serverMessages } from '#schema/messages/server-messages.ts';
import { BatchReply } from '#schema/sync/batch.ts';
import { createApp } from './app.ts';
import { RateLimits } from './http/limits/rate-limits.ts';
import { openLimitsDatabase, SqliteAttempts } from './http/limits/sqlite-attempts.ts';
import { PASSWORD } from './testing/people.ts';
import { serverForTest } from './testing/server-for-test.ts';
import { type RequestOptions, TestResponse, toRequestInit } from './testing/test-request.ts';
import type { TestServer } from './testing/test-server.ts';

/*
 * SQLite itself reports a full disk: both databases may not grow by a single page, and have no free page
 * left.
 */

interface FullServer extends TestServer {
  /** Makes space available again. */
  freeSpace(): Promise<void>;
}

async function fullServer(): Promise<FullServer> {
  const server = await serverForTest();
  const { db, log, config } = server.deps;
  const limits = fullLimits(join(config.dataFolder, 'full-limits.sqlite'));
  await fillUp(server);
  const app = createApp({ ...server.deps, limits: new RateLimits(new SqliteAttempts(limits), log) });
  return {
    ...server,
    app,
    request: async (path: string, options?: RequestOptions) =>
      TestResponse.of(await app.request(path, toRequestInit(options))),
    freeSpace: async () => void (await sql`pragma max_page_count = 1000000`.execute(db)),
  };
}

function fullLimits(file: string): Database.Database {
  const database = openLimitsDatabase(file);
  onTestFinished(() => void database.close());
  database.pragma('max_page_count = 1');
  const insert = database.prepare('insert into rateLimits values (?, 1, 9e15)');
  // In the order of their keys: every page is filled up.
  expect(() => {
    for (let key = 1_000_000; ; key += 1) insert.run(String(key));
  }).toThrow('database or disk is full');
  return database;
}

async function fillUp({ deps: { db } }: TestServer): Promise<void> {
  await sql`create table filling (text)`.execute(db);
  // The limit is never below the current size.
  await sql`pragma max_page_count = 1`.execute(db);
  for (const size of [4_000, 400, 40]) {
    const fill = async () => {
      for (;;) await sql`insert into filling values (zeroblob(${size}))`.execute(db);
    };
    await expect(fill()).rejects.toMatchObject({ code: 'SQLITE_FULL' });
  }
}

const lesson = (id: string) => ({ id, title: 'Neap', content: `<p>${'tide '.repeat(4_000)}</p>` });
const ADD = '/api/admin/modules/tides-module-1/lessons';
const countLessons = async ({ deps }: TestServer) =>
  (await deps.db.selectFrom('lessons').select('id').execute()).length;

describe('on a full disk', () => {
  it('a write is 507 with a message and no receipt, changes nothing, and succeeds when repeated with free space', async () => {
    const server = await fullServer();
    const before = await countLessons(server);
    const options = { as: server.people.admin, key: randomUUID(), body: lesson('neap') };
    const response = await server.request(ADD, options);
    expect(response.status).toBe(507);
    expect(response.refusal).toMatchObject({ code: 'server_full', error: serverMessages.serverFull });
    expect(response.header('Receipt')).toBeNull();
    expect(server.log.join('')).toContain(response.header('X-Request-Id'));
    expect(await countLessons(server)).toBe(before);
    await server.freeSpace();
    const again = await server.request(ADD, options);
    expect([again.status, again.header('Idempotency-Replayed')]).toEqual([200, null]);
    expect(await countLessons(server)).toBe(before + 1);
  });

  it.each([false, true])(
    'so is each write of a batch (atomic: %s), and no part of it takes effect',
    async (atomic) => {
      const server = await fullServer();
      const before = await countLessons(server);
      const requests = ['one', 'two', 'three'].map((id) => ({
        ...{ id, method: 'POST', path: ADD, body: lesson(id) },
        headers: { 'Idempotency-Key': randomUUID() },
      }));
      const send = () =>
        server.request('/api/batch', { as: server.people.admin, body: { atomic, requests } });
      const refused = await send();
      if (atomic) expect([refused.status, refused.refusal.code]).toEqual([507, 'server_full']);
      else expect(refused.read(BatchReply).responses.map(({ status }) => status)).toEqual([507, 507, 507]);
      expect(await countLessons(server)).toBe(before);
      await server.freeSpace();
      expect((await send()).read(BatchReply).responses.map(({ status }) => status)).toEqual([200, 200, 200]);
    },
  );

  it('a correct password signs in, a wrong one does not, and guesses are still limited', async () => {
    const server = await fullServer();
    const { alice, admin } = server.people;
    const logIn = (email: string, password: string, path = '/api/auth/login') =>
      server.request(path, { body: { email, password } });
    expect((await logIn(alice.email, PASSWORD)).status).toBe(200);
    expect((await logIn(admin.email, PASSWORD, '/api/auth/admin/login')).status).toBe(200);
    const statuses: number[] = [];
    for (let i = 0; i < 12; i += 1) statuses.push((await logIn('bob@example.org', 'wrong one')).status);
    expect(statuses.slice(0, 10)).toEqual(Array.from({ length: 10 }, () => 401));
    expect(statuses.slice(10)).toEqual([429, 429]);
    expect(server.log.join('')).toContain('the disk is full: attempts are counted in memory');
  });

  it('existing data can be read', async () => {
    const server = await fullServer();
    expect((await server.request('/api/admin/courses/tides', { as: server.people.admin })).status).toBe(200);
    expect((await server.request('/api/auth/me', { as: server.people.alice })).status).toBe(200);
  });
});
