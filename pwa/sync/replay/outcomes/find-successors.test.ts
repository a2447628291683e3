import { beforeEach, expect, it } from 'vitest';
import type { OutboxRow } from '#pwa/store/account/outbox.ts';
import { readAtOnce } from '#pwa/store/database/access.ts';
import type { PrivateStore } from '#pwa/store/database/private-store.ts';
import { resetDevice, signInAs } from '#pwa/testing/device.ts';
import { editLesson, editorRow, makeModule, retitle } from '#pwa/testing/editor-rows.ts';
import { alice } from '#pwa/testing/people.ts';
import { createSuccessorSearch, type FindSuccessors } from './find-successors.ts';

let store: PrivateStore;
let findSuccessors: FindSuccessors;
const edit = (order: number, lesson: number) => editorRow(order, editLesson(retitle('A', 'B'), `l${lesson}`));

beforeEach(async () => {
  await resetDevice();
  store = signInAs(alice);
  findSuccessors = createSuccessorSearch();
});

/** The orders of the successors that are found when these rows are acknowledged. */
async function acknowledge(...rows: readonly OutboxRow[]): Promise<number[]> {
  const acknowledgedAt = '2026-11-21T08:00:00.000Z';
  const acknowledged = rows.map((row) => ({ ...row, state: 'acknowledged', acknowledgedAt }) as const);
  await store.database.outbox.bulkPut(acknowledged);
  const acks = rows.map(({ order, command }) => ({ order, command }));
  const found = await readAtOnce(store, [store.outbox], (tx) => findSuccessors(tx, acks));
  return found.map(({ order }) => order);
}

it('finds what was queued behind a command on the same row, in the order of entry, and nothing else', async () => {
  const rows = [edit(1, 1), edit(2, 2), edit(3, 1), editorRow(4, makeModule()), edit(5, 1)];
  await store.database.outbox.bulkPut(rows);
  expect(await acknowledge(edit(1, 1), edit(2, 2))).toEqual([3, 5]);
  expect(await acknowledge(edit(3, 1))).toEqual([5]);
  expect(await acknowledge(edit(5, 1))).toEqual([]);
});

it('finds what was queued since it read the queue', async () => {
  await store.database.outbox.bulkPut([edit(1, 1), edit(2, 1)]);
  expect(await acknowledge(edit(1, 1))).toEqual([2]);
  await store.database.outbox.put(edit(3, 1));
  expect(await acknowledge(edit(2, 1))).toEqual([3]);
});

it('finds nothing that was discarded since', async () => {
  await store.database.outbox.bulkPut([edit(1, 1), edit(2, 1), edit(3, 1)]);
  expect(await acknowledge(edit(1, 1))).toEqual([2, 3]);
  await store.database.outbox.delete(3);
  expect(await acknowledge(edit(2, 1))).toEqual([]);
});

it('reads a long queue once', async () => {
  await store.database.outbox.bulkPut(Array.from({ length: 50 }, (_, at) => edit(at + 1, at)));
  let reads = 0;
  const note = (row: OutboxRow) => {
    reads += 1;
    return row;
  };
  store.database.outbox.hook('reading', note);
  for (let order = 1; order <= 50; order += 1) await acknowledge(edit(order, order - 1));
  store.database.outbox.hook('reading').unsubscribe(note);
  expect(reads).toBeLessThanOrEqual(50);
});
