import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { listUnsent, type OutboxRow } from '#pwa/store/account/outbox.ts';
import { write } from '#pwa/store/database/access.ts';
import type { PrivateStore } from '#pwa/store/database/private-store.ts';
import { resetDevice, signInAs } from '#pwa/testing/device.ts';
import { editLesson, editorRow, makeLesson, makeModule, retitle } from '#pwa/testing/editor-rows.ts';
import { alice } from '#pwa/testing/people.ts';
import { BATCH_REQUESTS_MAX } from '#schema/limits.ts';
import { type Claim, claimDue, claimFirst, claimNextBatch, findSuccession, release } from './claim.ts';
import { indexOutbox } from './outbox-index.ts';
import { pickDue } from './schedule.ts';

const now = Date.parse('2026-11-21T08:00:00.000Z');
const claiming = { now: () => now, isEager: false, isOneByOne: false };

/** States and positions of a queued row. */
const oddities: readonly Partial<OutboxRow>[] = [
  { state: 'refused', attempts: 1, lastProblem: 'No' },
  { attempts: 1, nextAttemptAt: '2026-11-21T08:01:00.000Z', lastStatus: 500 },
  { state: 'sending', attempts: 1 },
  { state: 'paused', attempts: 1 },
  { state: 'acknowledged', acknowledgedAt: '2026-11-21T07:00:00.000Z' },
];
interface QueuedCase {
  readonly lesson: number;
  readonly kind: 'edit' | 'lesson' | 'module';
  readonly oddity: Partial<OutboxRow>;
}
const queueOf = (odd: readonly Partial<OutboxRow>[]): fc.Arbitrary<QueuedCase[]> =>
  fc.array(
    fc.record({
      lesson: fc.nat(400),
      kind: fc.constantFrom('edit', 'edit', 'edit', 'edit', 'lesson', 'module'),
      oddity: fc.oneof({ weight: 20, arbitrary: fc.constant({}) }, fc.constantFrom(...odd)),
    }),
    { minLength: 250, maxLength: 320 },
  );
const queue = fc.oneof(queueOf(oddities), queueOf([...oddities, { groupId: 'g' }]));

function rowOf({ lesson, kind, oddity }: QueuedCase, at: number): OutboxRow {
  const created = kind === 'lesson' ? makeLesson(`l${lesson}`) : makeModule();
  return editorRow(at + 1, kind === 'edit' ? editLesson(retitle('A', 'B'), `l${lesson}`) : created, oddity);
}

async function fill(rows: readonly OutboxRow[]): Promise<PrivateStore> {
  await resetDevice();
  const store = signInAs(alice);
  await store.database.outbox.bulkPut(rows);
  return store;
}

const ordersOf = ({ rows }: Claim) => rows.map(({ order }) => order);
const successorsOf = async (store: PrivateStore, claim: Claim) =>
  new Set((await findSuccession(store, claim)).successors.orders);

/** Claims like a drain that has just sent a full batch. */
function claimAfter(store: PrivateStore, last: Claim): Promise<Claim> {
  return write(store, [store.outbox, store.uploads, store.state], (tx) => claimDue(tx, claiming, last));
}

describe('the claim from a long queue', () => {
  it('is the same whether only the front of the queue is read or all of it', {
    timeout: 240_000,
  }, async () => {
    const property = fc.asyncProperty(queue, async (cases) => {
      const rows = cases.map(rowOf);
      const store = await fill(rows);
      const unsent = await listUnsent(store);
      const read = { pulled: { epoch: null, count: 0 }, historyPosition: null };
      const all = { ...pickDue(unsent, { now, isEager: false }), outboxIndex: indexOutbox(unsent), ...read };
      const first = await claimFirst(store, claiming);
      await store.database.outbox.bulkPut(rows);
      const next = await claimAfter(store, { ...all, rows: rows.slice(0, BATCH_REQUESTS_MAX) });
      for (const claim of [first, next]) {
        expect(ordersOf(claim)).toEqual(ordersOf(all));
        expect(claim.isAtomic).toBe(all.isAtomic);
        expect(claim.nextDueMs).toBe(all.nextDueMs);
        expect(await successorsOf(store, claim)).toEqual(await successorsOf(store, all));
      }
    });
    await fc.assert(property, { numRuns: 15 });
  });

  it("leaves the rest unread until the first batch is under way and its rows' later commands are looked up", async () => {
    const rows = Array.from({ length: 500 }, (_, at) =>
      rowOf({ lesson: at % 400, kind: 'edit', oddity: {} }, at),
    );
    const store = await fill(rows);
    const first = await claimFirst(store, claiming);
    expect(first.outboxIndex).toBeNull();
    const { outboxIndex, successors } = await findSuccession(store, first);
    await store.database.outbox.bulkDelete(ordersOf(first));
    const next = await claimAfter(store, { ...first, outboxIndex });
    expect(ordersOf(first)).toEqual(Array.from({ length: 100 }, (_, at) => at + 1));
    expect(successors.orders).toEqual(Array.from({ length: 100 }, (_, at) => at + 401));
    expect(ordersOf(next)).toEqual(Array.from({ length: 100 }, (_, at) => at + 101));
    expect(await successorsOf(store, next)).toEqual(new Set());
    expect(next.outboxIndex).toBe(outboxIndex);
  });
});

describe('the batch claimed while another is under way', () => {
  it('is the one that would be sent if the batch under way never finished', {
    timeout: 240_000,
  }, async () => {
    const property = fc.asyncProperty(queue, async (cases) => {
      const store = await fill(cases.map(rowOf));
      const last = await claimFirst(store, claiming);
      const held = new Set(last.rows.map(({ id }) => id));
      const unsent = await listUnsent(store);
      const rest = pickDue(unsent, { now, isEager: false, held });
      const nextClaim = await claimNextBatch(store, claiming, last);
      if (nextClaim !== null) expect(ordersOf(nextClaim)).toEqual(rest.rows.map(({ order }) => order));
      const isFull = last.rows.length === BATCH_REQUESTS_MAX && rest.rows.length === BATCH_REQUESTS_MAX;
      if (!isFull) expect(nextClaim).toBeNull();
    });
    await fc.assert(property, { numRuns: 15 });
  });

  it('is released unchanged, except for what another tab changed meanwhile', async () => {
    const rows = Array.from({ length: 300 }, (_, at) => rowOf({ lesson: at, kind: 'edit', oddity: {} }, at));
    const store = await fill(rows);
    const nextClaim = await claimNextBatch(store, claiming, await claimFirst(store, claiming));
    expect(nextClaim).not.toBeNull();
    if (nextClaim === null) return;
    await store.database.outbox.delete(101);
    await store.database.outbox.update(102, { attempts: 2 });
    await write(store, [store.outbox], (tx) => release(tx, nextClaim));
    const after = await store.outbox.where('order').between(101, 200, true, true).toArray();
    expect(after[0]).toMatchObject({ order: 102, state: 'sending', attempts: 2 });
    expect(after.slice(1)).toEqual(rows.slice(102, 200));
  });
});
