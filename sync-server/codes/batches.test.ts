import { randomUUID } from 'node:crypto';
import type * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { endpoints } from '#schema/endpoints/endpoints.ts';
import { CODE_BATCH_MAX } from '#schema/limits.ts';
import { fixtureCourse } from '../testing/fixture-courses.ts';
import { serverForTest } from '../testing/server-for-test.ts';
import { batchOf, listBatches, listCodes, put, register, registered, unlock } from './codes-for-test.ts';

const HOUR_MS = 60 * 60 * 1_000;
const { output: Edited } = endpoints.updateCodeBatch;

describe('registering a batch', () => {
  it('stores its fields and its codes in their order, and returns both', async () => {
    const server = await serverForTest();
    const { batch, codes } = await registered(server, { codes: ['ZZZZ-1111-AAAA', 'BBBB-1111-AAAA'] });
    expect(batch).toMatchObject({ name: 'Spring', origin: 'drawn', count: 2, uses: 0, version: 1 });
    expect(codes.map(({ code }) => code)).toEqual(['ZZZZ-1111-AAAA', 'BBBB-1111-AAAA']);
    expect(await listCodes(server, batch.id)).toEqual(
      codes.map((code) => ({ ...code, uses: 0, revokedAt: null, redemptions: [] })),
    );
    expect((await listBatches(server)).map(({ id }) => id)).toContain(batch.id);
  });

  it('registers none and names those that exist, whatever their case and dashes', async () => {
    const server = await serverForTest();
    const { refusal, status } = await register(server, { codes: ['AAAA-BBBB-CCCC', 'TIDESCODE1'] });
    expect([status, refusal.code]).toEqual([409, 'codes_taken']);
    expect(refusal.current).toEqual({ taken: ['TIDESCODE1'] });
    expect((await listBatches(server)).map(({ name }) => name)).toEqual(['Demo']);
    expect((await unlock(server, server.people.alice, 'AAAA-BBBB-CCCC')).refusal.code).toBe('code_invalid');
  });

  it('names a code that the list has twice', async () => {
    const server = await serverForTest();
    const { refusal } = await register(server, { codes: ['AAAA-BBBB-CCCC', 'AAAABBBBCCCC'] });
    expect(refusal).toMatchObject({ code: 'codes_taken', current: { taken: ['AAAABBBBCCCC'] } });
  });

  it('happens once per key, and the repeat returns the codes that the receipt does not contain', async () => {
    const server = await serverForTest();
    const [body, key] = [batchOf(), randomUUID()];
    const first = await register(server, { ...body, key });
    const repeat = await register(server, { ...body, key });
    expect(repeat.header('Idempotency-Replayed')).toBe('true');
    expect(repeat.text).toBe(first.text);
    const receipts = await server.deps.db.selectFrom('receipts').select('body').execute();
    expect(receipts.map((row) => row.body).join()).not.toContain('AAAA');
    expect((await listBatches(server)).filter(({ id }) => id === body.id)).toHaveLength(1);
  });

  it('expires at its instant, whatever zone it is written in', async () => {
    const server = await serverForTest();
    const now = server.clock.now().getTime();
    // An hour ago, and in an hour, by clocks that show something else.
    const inZone = (ms: number, hours: number) =>
      `${new Date(ms + hours * HOUR_MS).toISOString().slice(0, 19)}${hours < 0 ? '-' : '+'}0${Math.abs(hours)}:00`;
    const past = await registered(server, { expiresAt: inZone(now - HOUR_MS, 5) });
    expect(past.batch.expiresAt).toBe(new Date(now - HOUR_MS).toISOString());
    expect((await unlock(server, server.people.alice, 'AAAA-BBBB-CCCC')).refusal.code).toBe('code_expired');
    await put(server, past.batch.id, { expiresAt: inZone(now + HOUR_MS, -5) });
    expect((await unlock(server, server.people.alice, 'AAAA-BBBB-CCCC')).status).toBe(200);
    expect((await put(server, past.batch.id, { expiresAt: '2031-12-03T09:00:00+01' })).status).toBe(400);
  });

  it('accepts 5,000 codes, and not one more', async () => {
    const server = await serverForTest();
    const codes = Array.from({ length: CODE_BATCH_MAX }, (_, i) => `LOTS-${String(i).padStart(8, '0')}`);
    const { batch } = await registered(server, { codes });
    expect(batch.count).toBe(CODE_BATCH_MAX);
    const [first] = await server.deps.db.selectFrom('revisions').select('after').execute();
    expect(first?.after).toBe('{"added":5000,"batch":"Spring"}');
    expect((await register(server, { codes: [...codes, 'LOTS-99999999'] })).status).toBe(400);
  });

  it('is refused for a deleted or unknown course, and under the id of another batch', async () => {
    const server = await serverForTest();
    expect((await register(server, { courseId: 'nowhere' })).refusal.code).toBe('course_not_found');
    expect((await register(server, { id: 'tides-demo' })).refusal.code).toBe('id_taken');
  });

  it('leaves codes out of the log and of the history', async () => {
    const server = await serverForTest();
    await registered(server);
    const rows = await server.deps.db.selectFrom('revisions').selectAll().execute();
    expect(JSON.stringify(rows)).not.toContain('AAAA');
    expect(rows).toMatchObject([{ entity: 'codes', courseId: 'tides', title: 'Reading the tides' }]);
  });
});

describe('editing a batch', () => {
  it('changes the given fields, and returns the current batch to an edit of an older version', async () => {
    const server = await serverForTest();
    const { batch } = await registered(server);
    const first = await put(server, batch.id, { name: 'Fair' }, { 'If-Match': '"1"' });
    expect(first.read(Edited).batch).toMatchObject({ name: 'Fair', maxUses: 1, version: 2 });
    const second = await put(server, batch.id, { name: 'Market' }, { 'If-Match': '"1"' });
    expect(second.refusal).toMatchObject({ code: 'version_conflict', current: { name: 'Fair', version: 2 } });
  });

  it('with another number of uses opens and closes its codes', async () => {
    const server = await serverForTest();
    const { alice, bob, carol } = server.people;
    const { batch } = await registered(server);
    await unlock(server, alice, 'AAAA-BBBB-CCCC');
    expect((await unlock(server, bob, 'AAAA-BBBB-CCCC')).refusal.code).toBe('code_used');
    await put(server, batch.id, { maxUses: 2 });
    expect((await unlock(server, bob, 'AAAA-BBBB-CCCC')).status).toBe(200);
    await put(server, batch.id, { maxUses: 1 });
    expect((await unlock(server, carol, 'AAAA-BBBB-CCCC')).refusal.code).toBe('code_used');
    expect((await unlock(server, carol, 'DDDD-EEEE-FFFF')).status).toBe(200);
  });

  it('with an expiry ends its codes at that time', async () => {
    const server = await serverForTest();
    const { batch } = await registered(server);
    await put(server, batch.id, { expiresAt: server.clock.now().toISOString() });
    expect((await unlock(server, server.people.alice, 'AAAA-BBBB-CCCC')).refusal.code).toBe('code_expired');
    await put(server, batch.id, { expiresAt: null });
    expect((await unlock(server, server.people.alice, 'AAAA-BBBB-CCCC')).status).toBe(200);
  });
});

describe('the list of batches', () => {
  it('is newest first, in pages', async () => {
    const server = await serverForTest({ courses: [fixtureCourse(), fixtureCourse({ id: 'winds' })] });
    for (const name of ['First', 'Second', 'Third']) {
      server.clock.advance(1_000);
      await registered(server, { name, codes: [`${name.toUpperCase()}-CODE`] });
    }
    const names: string[] = [];
    let after: string | null = '';
    while (after !== null) {
      const path: string = `/api/admin/codes?limit=2&after=${encodeURIComponent(after)}`;
      const page: v.InferOutput<typeof endpoints.listCodeBatches.output> = (
        await server.request(path, { as: server.people.admin })
      ).read(endpoints.listCodeBatches.output);
      names.push(...page.batches.map(({ name }) => name));
      after = page.next;
    }
    expect(names).toEqual(['Third', 'Second', 'First', 'Demo', 'Demo']);
  });

  it('counts uses, and says of a code who redeemed it and when', async () => {
    const server = await serverForTest();
    const { batch, codeId } = await registered(server, { maxUses: 2 });
    await unlock(server, server.people.alice, 'AAAA-BBBB-CCCC');
    server.clock.advance(1_000);
    await unlock(server, server.people.bob, 'AAAA-BBBB-CCCC');
    expect((await listBatches(server)).find(({ id }) => id === batch.id)?.uses).toBe(2);
    const { alice, bob } = server.people;
    expect((await listCodes(server, batch.id)).find(({ id }) => id === codeId)).toMatchObject({
      uses: 2,
      redemptions: [
        { userId: bob.id, userName: 'bob Ashdown', email: bob.email, at: '2026-11-21T08:00:01.000Z' },
        { userId: alice.id, userName: 'alice Ashdown', undoneAt: null },
      ],
    });
  });

  it('has the codes of a file as an uploaded batch', async () => {
    const server = await serverForTest();
    const body = { codes: ['FILE-1', 'FILE-2'] };
    server.clock.advance(1_000);
    await server.request('/api/admin/courses/tides/upload-codes', { as: server.people.admin, body });
    expect(await listBatches(server)).toMatchObject([{ origin: 'uploaded', count: 2 }, { name: 'Demo' }]);
  });
});
