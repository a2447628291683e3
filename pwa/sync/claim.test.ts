import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { BATCH_REQUESTS_MAX } from '#schema/limits.ts';
import type { OutboxRow } from '../store/outbox.ts';
import type { PrivateStore } from '../store/private-store.ts';
import { resetDevice, signInAs } from '../testing/device.ts';
import { editLesson, editorRow, makeLesson, makeModule, retitle } from '../testing/editor-rows.ts';
import { alice } from '../testing/people.ts';
import { type Claim, claimDue, claimFirst } from './claim.ts';

const now = Date.parse('2026-11-21T08:00:00.000Z');
const claiming = { now: () => now, isEager: false, isOneByOne: false };

/** What a row of the queue may be like, and where it stands. */
const oddities: readonly Partial<OutboxRow>[] = [
  { state: 'refused', attempts: 1, lastProblem: 'No' },
  { attempts: 1, nextAttemptAt: '2026-11-21T08:01:00.000Z', lastStatus: 500 },
  { state: 'sending', attempts: 1 },
  { state: 'paused', attempts: 1 },
  { state: 'acknowledged', acknowledgedAt: '2026-11-21T07:00:00.000Z' },
];
interface Standing {
  readonly lesson: number;
  readonly kind: 'edit' | 'lesson' | 'module';
  readonly oddity: Partial<OutboxRow>;
}
const queueOf = (odd: readonly Partial<OutboxRow>[]): fc.Arbitrary<Standing[]> =>
  fc.array(
    fc.record({
      lesson: fc.nat(400),
      kind: fc.constantFrom('edit', 'edit', 'edit', 'edit', 'lesson', 'module'),
      oddity: fc.oneof({ weight: 20, arbitrary: fc.constant({}) }, fc.constantFrom(...odd)),
    }),
    { minLength: 250, maxLength: 320 },
  );
const queue = fc.oneof(queueOf(oddities), queueOf([...oddities, { groupId: 'g' }]));

function rowOf({ lesson, kind, oddity }: Standing, at: number): OutboxRow {
  const made = kind === 'lesson' ? makeLesson(`l${lesson}`) : makeModule();
  return editorRow(at + 1, kind === 'edit' ? editLesson(retitle('A', 'B'), `l${lesson}`) : made, oddity);
}

async function fill(rows: readonly OutboxRow[]): Promise<PrivateStore> {
  await resetDevice();
  const store = signInAs(alice);
  await store.outbox.bulkPut(rows);
  return store;
}

const ordersOf = ({ rows }: Claim) => rows.map(({ order }) => order);

/** As a drain claims that has just sent a full batch. */
function claimAfter(store: PrivateStore, last: Claim): Promise<Claim> {
  return store.transaction('rw', store.outbox, store.uploads, store.state, () =>
    claimDue(store, claiming, last),
  );
}

describe('what goes after a full batch', () => {
  it('is the same whether the front of the queue is read or all of it', { timeout: 120_000 }, async () => {
    const property = fc.asyncProperty(queue, async (standing) => {
      const rows = standing.map(rowOf);
      const store = await fill(rows);
      const all = await claimFirst(store, claiming);
      await store.outbox.bulkPut(rows);
      const next = await claimAfter(store, { ...all, rows: rows.slice(0, BATCH_REQUESTS_MAX) });
      expect(ordersOf(next)).toEqual(ordersOf(all));
      expect(next.isAtomic).toBe(all.isAtomic);
      expect(next.wakeAt).toBe(all.wakeAt);
      expect(new Set(next.behind.orders)).toEqual(new Set(all.behind.orders));
    });
    await fc.assert(property, { numRuns: 15 });
  });

  it('leaves the rest of a long queue unread, and still knows what stands far behind on the same row', async () => {
    const rows = Array.from({ length: 500 }, (_, at) =>
      rowOf({ lesson: at % 400, kind: 'edit', oddity: {} }, at),
    );
    const store = await fill(rows);
    const first = await claimFirst(store, claiming);
    await store.outbox.bulkDelete(ordersOf(first));
    const next = await claimAfter(store, first);
    expect(ordersOf(first)).toEqual(Array.from({ length: 100 }, (_, at) => at + 1));
    expect(first.behind.orders).toEqual(Array.from({ length: 100 }, (_, at) => at + 401));
    expect(ordersOf(next)).toEqual(Array.from({ length: 100 }, (_, at) => at + 101));
    expect(next.behind.orders).toEqual([]);
    expect(next.overview).toBe(first.overview);
  });
});
