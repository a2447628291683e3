import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { listUnsent, type OutboxRow } from '#pwa/store/account/outbox.ts';
import type { PrivateStore } from '#pwa/store/database/private-store.ts';
import { resetDevice, signInAs } from '#pwa/testing/device.ts';
import { editLesson, editorRow, makeLesson, makeModule, retitle } from '#pwa/testing/editor-rows.ts';
import { alice } from '#pwa/testing/people.ts';
import { claimDue } from './claim.ts';
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
    { minLength: 150, maxLength: 200 },
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

const ordersOf = (rows: readonly OutboxRow[]) => rows.map(({ order }) => order);

describe('the claim from a long queue', () => {
  it('is the same whether only the front of the queue is read or all of it', async () => {
    const property = fc.asyncProperty(queue, async (cases) => {
      const store = await fill(cases.map(rowOf));
      const due = pickDue(await listUnsent(store), { now, isEager: false });
      const claim = await claimDue(store, claiming);
      expect(ordersOf(claim.rows)).toEqual(ordersOf(due.rows));
      expect(claim.isAtomic).toBe(due.isAtomic);
      expect(claim.nextDueMs).toBe(due.nextDueMs);
    });
    await fc.assert(property, { numRuns: 10 });
  }, 240_000);

  it('has nothing of a Save Course whose end is further back and has to wait', async () => {
    const edit = (order: number, parts: Partial<OutboxRow>) =>
      editorRow(order, editLesson(retitle('A', 'B'), `l${Math.min(order, 150)}`), parts);
    const store = await fill([
      ...Array.from({ length: 149 }, (_, at) => edit(at + 1, { groupId: 'g' })),
      edit(150, { attempts: 1, nextAttemptAt: '2026-11-21T08:01:00.000Z', lastStatus: 500 }),
      edit(151, { groupId: 'g' }),
    ]);
    expect((await claimDue(store, claiming)).rows).toEqual([]);
  });

  it('reads no more of it than the front if that contains a full batch', async () => {
    const rows = Array.from({ length: 500 }, (_, at) => rowOf({ lesson: at, kind: 'edit', oddity: {} }, at));
    const store = await fill(rows);
    const read: number[] = [];
    const note = (row: OutboxRow) => {
      read.push(row.order);
      return row;
    };
    store.database.outbox.hook('reading', note);
    const claim = await claimDue(store, claiming);
    store.database.outbox.hook('reading').unsubscribe(note);
    expect(ordersOf(claim.rows)).toEqual(Array.from({ length: 100 }, (_, at) => at + 1));
    expect(Math.max(...read)).toBe(120);
  });
});
