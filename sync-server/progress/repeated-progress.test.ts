import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { type ProgressEntry, ProgressReply } from '#schema/learning/progress.ts';
import { EMPTY_RECEIPT_LIFETIME_DAYS, RECEIPT_LIFETIME_DAYS } from '#schema/limits.ts';
import { removeInPieces } from '../db/in-pieces.ts';
import { removeOldReceipts } from '../http/commands/receipt-queries.ts';
import { onSqlite } from '../testing/postgres/on-sqlite.ts';
import { serverForTest } from '../testing/server-for-test.ts';

const itOnSqlite = onSqlite(it);

const DAY_MS = 24 * 60 * 60 * 1_000;
const lessonId = 'tides-lesson-1';
/** Before the test clock, which is at 08:00. */
const at = (time: string) => `2026-11-21T${time}.000Z`;

async function learnerForTest() {
  const server = await serverForTest();
  const { alice } = server.people;
  const { db, sessions } = server.deps;
  await server.request('/api/courses/tides/activate', {
    as: alice,
    body: { activationCode: 'TIDES-CODE-1' },
  });
  const token = async () => sessions.issue({ id: 'alice', tokenVersion: 1 }, server.clock.now());
  const save = async (entries: readonly ProgressEntry[], key: string = randomUUID()) => {
    const as = { ...alice, token: await token() };
    return server.request('/api/progress', { as, method: 'PUT', key, body: { entries } });
  };
  const stored = async () => db.selectFrom('progress').selectAll().execute();
  const receipts = async () => db.selectFrom('receipts').selectAll().execute();
  const lastChange = async () =>
    (await db.selectFrom('counters').select('value').where('name', '=', 'changes').executeTakeFirst())?.value;
  /** The sweep, this many days later. */
  const sweepAfter = async (days: number) => {
    server.clock.advance(days * DAY_MS + 1);
    return removeInPieces(db, (trx) => removeOldReceipts(trx, server.clock.now()));
  };
  return { server, save, stored, receipts, lastChange, sweepAfter };
}

const completed = { lessonId, completedAt: at('07:00:00'), updatedAt: at('07:00:00') };
const position = { lessonId, positionSeconds: 30, updatedAt: at('07:10:00') };

describe('a receipt of saved progress', () => {
  it('has no body, and its repeat returns the same bytes and writes nothing', async () => {
    const { save, receipts, lastChange } = await learnerForTest();
    const key = randomUUID();
    const first = await save([completed, position], key);
    expect((await receipts()).map(({ body }) => body)).toEqual(['']);
    const before = await lastChange();
    const again = await save([completed, position], key);
    expect([again.status, again.header('Receipt'), again.header('Idempotency-Replayed')]).toEqual([
      200,
      key,
      'true',
    ]);
    expect(again.text).toBe(first.text);
    expect(await lastChange()).toBe(before);
  });

  it('still refuses the key for another report', async () => {
    const { save } = await learnerForTest();
    const key = randomUUID();
    await save([position], key);
    const other = await save([{ ...position, positionSeconds: 31 }], key);
    expect([other.status, other.refusal.code]).toEqual([422, 'idempotency_key_reused']);
  });

  it('is removed after days, and then a repeat changes nothing either', async () => {
    const { save, stored, receipts, lastChange, sweepAfter } = await learnerForTest();
    const late = [
      { lessonId, completedAt: null, updatedAt: at('07:30:00') },
      { lessonId, positionSeconds: 90, updatedAt: at('07:40:00') },
    ];
    const key = randomUUID();
    await save([completed, position], key);
    await save(late);
    const [before, last] = [await stored(), await lastChange()];
    expect(await sweepAfter(EMPTY_RECEIPT_LIFETIME_DAYS - 1)).toBe(0);
    expect(await sweepAfter(1)).toBe(2);
    const again = await save([completed, position], key);
    expect(again.header('Receipt')).toBe(key);
    expect(again.read(ProgressReply).entries).toMatchObject([{ completedAt: null, positionSeconds: 90 }]);
    expect([await stored(), await lastChange()]).toEqual([before, last]);
    expect(await receipts()).toHaveLength(1);
  });

  it('has a body and the full lifetime if the device clock was ahead, because a second run would win', async () => {
    const { server, save, stored, receipts, sweepAfter } = await learnerForTest();
    const key = randomUUID();
    const future = [{ lessonId, positionSeconds: 5, updatedAt: '2036-01-01T00:00:00.000Z' }];
    await save(future, key);
    expect((await receipts())[0]?.body).toContain('positionSeconds');
    server.clock.advance(1_000);
    await save([{ lessonId, positionSeconds: 90, updatedAt: at('08:00:01') }]);
    expect(await sweepAfter(EMPTY_RECEIPT_LIFETIME_DAYS)).toBe(1);
    const again = await save(future, key);
    expect(again.header('Idempotency-Replayed')).toBe('true');
    expect(await stored()).toMatchObject([{ positionSeconds: 90 }]);
    expect(await sweepAfter(RECEIPT_LIFETIME_DAYS)).toBe(1);
  });

  itOnSqlite('takes less than 400 bytes of the database', async () => {
    const { server, save } = await learnerForTest();
    const before = await usedBytes(server);
    for (let n = 0; n < 500; n += 1)
      await save([
        { lessonId, positionSeconds: n, updatedAt: new Date(Date.parse(at('07:00:00')) + n).toISOString() },
      ]);
    const after = await usedBytes(server);
    expect((after - before) / 500).toBeLessThan(400);
  });
});

/** The size of the receipts with their indexes. */
async function usedBytes({ deps: { db } }: Awaited<ReturnType<typeof serverForTest>>) {
  const { rows } = await sql<{ bytes: number }>`
    select (select page_count - freelist_count from pragma_page_count, pragma_freelist_count)
      * (select page_size from pragma_page_size) as bytes`.execute(db);
  return Number(rows[0]?.bytes);
}
