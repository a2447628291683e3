import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { describe, expect, it, vi } from 'vitest';
import { ROWS_PER_PIECE, removeInPieces } from '#sync-server/db/in-pieces.ts';
import { inTransaction, type Trx } from '#sync-server/db/transaction.ts';
import { forgetRedemptions } from '#sync-server/testing/forget-redemptions.ts';
import { onSqlite } from '#sync-server/testing/postgres/on-sqlite.ts';
import { usesPostgres } from '#sync-server/testing/postgres/test-database.ts';
import { serverForTest } from '#sync-server/testing/server-for-test.ts';
import type { TestServer } from '#sync-server/testing/test-server.ts';
import { removeOldReceipts } from './receipt-queries.ts';

const itOnSqlite = onSqlite(it);

const DAY_MS = 24 * 60 * 60 * 1_000;
const ACTIVATE = '/api/courses/tides/activate';
const good = { activationCode: 'TIDES-CODE-1' };
const entry = { lessonId: 'tides-lesson-1', positionSeconds: 9, updatedAt: '2026-11-21T07:00:00.000Z' };

const receipts = (server: TestServer) => server.deps.db.selectFrom('receipts').selectAll().execute();

/** A sweep that let nobody in would end after so many pieces. */
const PIECES_MAX = 5_000;

describe('a command with an idempotency key', () => {
  it('is acknowledged by its key, first as new and then as a repeat with the same bytes', async () => {
    const server = await serverForTest();
    const key = randomUUID();
    const options = { as: server.people.alice, key, body: good };
    const first = await server.request(ACTIVATE, options);
    const second = await server.request(ACTIVATE, options);
    expect([first.status, second.status]).toEqual([200, 200]);
    expect([first.header('Receipt'), second.header('Receipt')]).toEqual([key, key]);
    expect(first.header('Idempotency-Replayed')).toBeNull();
    expect(second.header('Idempotency-Replayed')).toBe('true');
    expect(second.text).toBe(first.text);
    expect(await receipts(server)).toHaveLength(1);
  });

  it('stores a rejection as well: the repeat gets the same message, even when the code would be valid by now', async () => {
    const server = await serverForTest();
    const key = randomUUID();
    const options = { as: server.people.alice, key, body: good };
    await server.request(ACTIVATE, { as: server.people.bob, body: good });
    const first = await server.request(ACTIVATE, options);
    await inTransaction(server.deps.db, forgetRedemptions);
    const second = await server.request(ACTIVATE, options);
    expect([first.status, second.status]).toEqual([400, 400]);
    expect(first.header('Receipt')).toBe(key);
    expect(second.header('Idempotency-Replayed')).toBe('true');
    expect(second.text).toBe(first.text);
  });

  it('stores the rejection of an invalid body too, without its body', async () => {
    const server = await serverForTest();
    const key = randomUUID();
    const options = { as: server.people.alice, key, body: { activationCode: 7 } };
    expect((await server.request(ACTIVATE, options)).header('Receipt')).toBe(key);
    expect((await receipts(server)).map(({ status, body }) => [status, body])).toEqual([[400, '']]);
    const again = await server.request(ACTIVATE, options);
    expect([again.status, again.header('Receipt')]).toEqual([400, key]);
    expect(again.header('Idempotency-Replayed')).toBe('true');
  });

  it('ignores the order of the keys in its body', async () => {
    const server = await serverForTest();
    const options = { as: server.people.alice, key: randomUUID(), method: 'PUT' };
    const raw = `{"entries":[{"lessonId":"tides-lesson-1","positionSeconds":1,"updatedAt":"2026-11-21T07:00:00.000Z"}]}`;
    const turned = `{"entries":[{"updatedAt":"2026-11-21T07:00:00.000Z","positionSeconds":1,"lessonId":"tides-lesson-1"}]}`;
    await server.request('/api/progress', { ...options, raw });
    const again = await server.request('/api/progress', { ...options, raw: turned });
    expect(again.header('Idempotency-Replayed')).toBe('true');
  });

  it('is rejected when the key was used for another body, path or method, and leaves the receipt unchanged', async () => {
    const server = await serverForTest();
    const options = { as: server.people.alice, key: randomUUID() };
    await server.request(ACTIVATE, { ...options, body: good });
    const others = [
      await server.request(ACTIVATE, { ...options, body: { activationCode: 'TIDES-CODE-2' } }),
      await server.request('/api/courses/winds/activate', { ...options, body: good }),
      await server.request('/api/progress', { ...options, method: 'PUT', body: good }),
    ];
    for (const response of others) {
      expect(response.status).toBe(422);
      expect(response.refusal.code).toBe('idempotency_key_reused');
      expect(response.header('Receipt')).toBeNull();
    }
    const again = await server.request(ACTIVATE, { ...options, body: good });
    expect(again.header('Idempotency-Replayed')).toBe('true');
  });

  it('belongs to its user: the same key of another user is another command', async () => {
    const server = await serverForTest();
    const key = randomUUID();
    await server.request(ACTIVATE, { as: server.people.alice, key, body: good });
    const body = { activationCode: 'TIDES-CODE-2' };
    const response = await server.request(ACTIVATE, { as: server.people.bob, key, body });
    expect(response.status).toBe(200);
    expect(response.header('Idempotency-Replayed')).toBeNull();
  });

  it('requires a UUID as its key', async () => {
    const server = await serverForTest();
    const response = await server.request(ACTIVATE, { as: server.people.alice, key: 'first', body: good });
    expect(response.status).toBe(400);
    expect(response.refusal.code).toBe('invalid_key');
  });

  it('leaves no receipt without a session, and runs after the next sign-in', async () => {
    const server = await serverForTest();
    const key = randomUUID();
    const refused = await server.request(ACTIVATE, { key, body: good });
    expect(refused.status).toBe(401);
    expect(refused.header('Receipt')).toBeNull();
    const response = await server.request(ACTIVATE, { as: server.people.alice, key, body: good });
    expect(response.header('Idempotency-Replayed')).toBeNull();
  });

  it('leaves neither effect nor receipt when the server fails in the middle, and succeeds later', async () => {
    const server = await serverForTest();
    const options = { as: server.people.alice, key: randomUUID(), body: good };
    const { db } = server.deps;
    await inTransaction(db, (trx) => trx.schema.alterTable('counters').renameTo('countersAway').execute());
    const failed = await server.request(ACTIVATE, options);
    expect(failed.status).toBe(500);
    expect(failed.header('Receipt')).toBeNull();
    expect(failed.text).not.toMatch(/sql|counters|\.ts/i);
    await inTransaction(db, (trx) => trx.schema.alterTable('countersAway').renameTo('counters').execute());
    expect(await receipts(server)).toEqual([]);
    expect(await db.selectFrom('activations').selectAll().execute()).toEqual([]);
    const response = await server.request(ACTIVATE, options);
    expect([response.status, response.header('Idempotency-Replayed')]).toEqual([200, null]);
  });

  itOnSqlite('has no effect when its receipt cannot be written', async () => {
    const server = await serverForTest();
    const options = { as: server.people.alice, key: randomUUID(), body: good };
    const { db } = server.deps;
    await sql`create trigger noRoom before insert on receipts begin select raise(abort, 'no room'); end`.execute(
      db,
    );
    expect((await server.request(ACTIVATE, options)).status).toBe(500);
    expect(await db.selectFrom('activations').selectAll().execute()).toEqual([]);
    await sql`drop trigger noRoom`.execute(db);
    const response = await server.request(ACTIVATE, options);
    expect([response.status, response.header('Idempotency-Replayed')]).toEqual([200, null]);
  });

  itOnSqlite('is not acknowledged when its commit fails, and leaves no data', async () => {
    const server = await serverForTest();
    const options = { as: server.people.alice, key: randomUUID(), body: good };
    const { db } = server.deps;
    await sql`create table parents (id integer primary key)`.execute(db);
    await sql`create table orphans (parent references parents deferrable initially deferred)`.execute(db);
    // SQLite checks such a reference only at the commit.
    await sql`create trigger orphan after insert on receipts begin insert into orphans values (1); end`.execute(
      db,
    );
    const failed = await server.request(ACTIVATE, options);
    expect([failed.status, failed.header('Receipt')]).toEqual([500, null]);
    expect(await receipts(server)).toEqual([]);
    expect(await db.selectFrom('activations').selectAll().execute()).toEqual([]);
    await sql`drop trigger orphan`.execute(db);
    expect((await server.request(ACTIVATE, options)).status).toBe(200);
  });

  it('rolls back the writes of a rejected command', async () => {
    const server = await serverForTest();
    const { runSingleCommand } = await import('./run-command.ts');
    const { ApiError } = await import('../reply/api-error.ts');
    const { db, clock } = server.deps;
    const execute = vi.fn(async (trx: Trx) => {
      await trx.updateTable('users').set({ name: 'half done' }).where('id', '=', 'alice').execute();
      throw new ApiError('role_own');
    });
    const command = {
      session: { userId: 'alice', sessionId: '' },
      key: randomUUID(),
      fingerprint: 'x',
      requestId: 'r',
      now: clock.now(),
      authorise: () => {},
    };
    const reply = await runSingleCommand(db, { ...command, execute });
    expect(reply).toMatchObject({ status: 409, receipt: command.key });
    // PostgreSQL runs it without a savepoint first.
    const runs = execute.mock.calls.length;
    expect(runs).toBe(usesPostgres() ? 2 : 1);
    const { name } = await db
      .selectFrom('users')
      .select('name')
      .where('id', '=', 'alice')
      .executeTakeFirstOrThrow();
    expect(name).not.toBe('half done');
    await runSingleCommand(db, { ...command, execute });
    expect(execute).toHaveBeenCalledTimes(runs);
  });

  it('is forgotten after ninety days, not earlier', async () => {
    const server = await serverForTest();
    const removeOld = () =>
      removeInPieces(server.deps.db, (trx) => removeOldReceipts(trx, server.clock.now()));
    await server.request(ACTIVATE, { as: server.people.alice, key: randomUUID(), body: good });
    server.clock.advance(90 * DAY_MS);
    expect(await removeOld()).toBe(0);
    server.clock.advance(1);
    expect(await removeOld()).toBe(1);
  });

  it('is forgotten in pieces, between which other requests are served', async () => {
    const server = await serverForTest();
    const { db } = server.deps;
    const old = { userId: 'alice', fingerprint: 'x', status: 200, body: '{}' };
    const createdAt = new Date(server.clock.now().getTime() - 91 * DAY_MS).toISOString();
    await inTransaction(db, async (trx) => {
      for (let n = 0; n < 30; n += 1) {
        const rows = Array.from({ length: 100 }, () => ({ ...old, key: randomUUID(), createdAt }));
        await trx.insertInto('receipts').values(rows).execute();
      }
    });
    let served: Promise<unknown> | null = null;
    let piecesUntilServed: number | null = null;
    let pieces = 0;
    const sweep = removeInPieces(db, async (trx) => {
      pieces += 1;
      // The command waits for the transaction of this piece, and is served before one of the next.
      served ??= server
        .request(ACTIVATE, { as: server.people.alice, key: randomUUID(), body: good })
        .then(({ status }) => {
          expect(status).toBe(200);
          piecesUntilServed = pieces;
        });
      // As if there were always more to remove, until it is served.
      const isWaiting = piecesUntilServed === null && pieces < PIECES_MAX;
      return isWaiting ? ROWS_PER_PIECE : removeOldReceipts(trx, server.clock.now());
    });
    expect(await sweep).toBeGreaterThanOrEqual(3_000);
    await served;
    expect(piecesUntilServed).toBeLessThan(PIECES_MAX);
    expect(await receipts(server)).toHaveLength(1);
  });

  it('has a receipt of less than a kilobyte for a typical progress report', async () => {
    const server = await serverForTest();
    await server.request(ACTIVATE, { as: server.people.alice, body: good });
    const options = { as: server.people.alice, key: randomUUID(), method: 'PUT', body: { entries: [entry] } };
    await server.request('/api/progress', options);
    const [receipt] = await receipts(server);
    expect(receipt?.body.length).toBeLessThan(1_000);
  });
});

describe('a command without a key', () => {
  it('runs each time and leaves no receipt', async () => {
    const server = await serverForTest();
    const response = await server.request(ACTIVATE, { as: server.people.alice, body: good });
    expect([response.status, response.header('Receipt')]).toEqual([200, null]);
    expect(await receipts(server)).toEqual([]);
  });
});
