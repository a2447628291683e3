import { beforeEach, describe, expect, it } from 'vitest';
import { resetDevice, signInAs } from '#pwa/testing/device.ts';
import { alice } from '#pwa/testing/people.ts';
import { activationRow, progressRow } from '#pwa/testing/rows.ts';
import { readAtOnce } from '../database/access.ts';
import type { PrivateStore } from '../database/private-store.ts';
import { OutboxState } from '../database/rows.ts';
import { countUnsent, listUnfetched, listUnsent, readUnsentFront } from './outbox.ts';

const acknowledgedAt = (day: string) =>
  ({ state: 'acknowledged', attempts: 1, acknowledgedAt: `2026-${day}T08:00:00.000Z` }) as const;
let store: PrivateStore;

beforeEach(async () => {
  await resetDevice();
  store = signInAs(alice);
});

describe('the front of the queue', () => {
  it('contains the given number of waiting rows, and all rows between them', async () => {
    const refused = { state: 'refused', attempts: 1, lastProblem: 'No' } as const;
    await store.database.outbox.bulkPut([
      activationRow(1, 'course-1', acknowledgedAt('11-20')),
      progressRow(2, 'lesson-1', refused),
      ...[3, 4, 6, 7].map((order) => progressRow(order, `lesson-${order}`)),
      progressRow(5, 'lesson-5', refused),
      progressRow(8, 'lesson-8', refused),
    ]);
    const front = await readAtOnce(store, [store.outbox], (tx) => readUnsentFront(tx, 3));
    expect(front.rows.map(({ order }) => order)).toEqual([2, 3, 4, 5, 6]);
    expect(front.isAll).toBe(false);
    const all = await readAtOnce(store, [store.outbox], (tx) => readUnsentFront(tx, 10));
    expect(all).toEqual({ rows: await listUnsent(store), isAll: true, hasNewer: false });
  });
});

describe('an unsent command', () => {
  it('is in every state but acknowledged, in the order of entry', async () => {
    const states = OutboxState.options.map((state, at) =>
      progressRow(at + 1, `lesson-${at}`, state === 'acknowledged' ? acknowledgedAt('11-20') : { state }),
    );
    await store.database.outbox.bulkPut(states);
    const unsent = OutboxState.options.filter((state) => state !== 'acknowledged');
    expect((await listUnsent(store)).map(({ state }) => state)).toEqual(unsent);
    expect((await listUnsent(store, ['progress.save'])).map(({ state }) => state)).toEqual(unsent);
    expect(await countUnsent(store)).toBe(unsent.length);
  });
});

describe('the commands of a kind', () => {
  it('are found without reading others, however long the queue is', async () => {
    const own = [
      activationRow(1, 'course-1', acknowledgedAt('11-20')),
      activationRow(2, 'course-2', acknowledgedAt('11-22')),
      activationRow(3, 'course-3', { ...acknowledgedAt('11-22'), restore: 'dropped' }),
      activationRow(4, 'course-4'),
      activationRow(5, 'course-5', { state: 'refused', attempts: 1, lastProblem: 'No' }),
    ];
    const others = Array.from({ length: 200 }, (_, at) =>
      progressRow(at + 6, `lesson-${at}`, at < 100 ? acknowledgedAt('11-22') : {}),
    );
    await store.database.outbox.bulkPut([...own, ...others]);
    let rowsRead = 0;
    store.database.outbox.hook('reading', (row) => {
      rowsRead += 1;
      return row;
    });
    const ordersOf = (rows: readonly { readonly order: number }[]) => rows.map(({ order }) => order);
    const kinds = ['course.activate', 'code.redeem'] as const;
    expect(ordersOf(await listUnsent(store, kinds))).toEqual([4, 5]);
    expect(rowsRead).toBe(2);
    expect(ordersOf(await listUnfetched(store, '2026-11-21T00:00:00.000Z', kinds))).toEqual([2, 4, 5]);
    expect(ordersOf(await listUnfetched(store, null, kinds))).toEqual([1, 2, 4, 5]);
    expect(rowsRead).toBe(12);
  });
});
