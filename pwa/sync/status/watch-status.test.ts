import { Dexie } from 'dexie';
import { afterEach, beforeEach, expect, it, onTestFinished } from 'vitest';
import type { OutboxRow } from '#pwa/store/account/outbox.ts';
import type { PrivateStore } from '#pwa/store/database/private-store.ts';
import { resetDevice, signInAs } from '#pwa/testing/device.ts';
import { dropLesson, editLesson, editorRow, retitle } from '#pwa/testing/editor-rows.ts';
import { alice } from '#pwa/testing/people.ts';
import { discardCommand, undoDiscard } from '../outbox/outbox.ts';
import { syncStatus } from './status.ts';
import { attendCommand, unwatchStatus, watchStatus } from './watch-status.ts';

/** Removing these takes longer than several counts. */
const QUEUE = 6_000;

beforeEach(resetDevice);
afterEach(unwatchStatus);

const refused = (order: number, parts: Partial<OutboxRow>) =>
  editorRow(order, editLesson(retitle('A', 'B'), `l${order}`), { state: 'refused', ...parts });

it('counts a refused Save Course once, and every other refusal on its own', async () => {
  const store = signInAs(alice);
  await store.database.outbox.bulkPut([
    refused(1, { groupId: 'save', lastProblem: 'No' }),
    refused(2, { groupId: 'save', lastProblem: null }),
    refused(3, { groupId: 'save', lastProblem: null }),
    refused(4, { lastProblem: 'No' }),
    editorRow(5, dropLesson('l9')),
  ]);
  watchStatus(0);
  await expect.poll(syncStatus.get).toMatchObject({ kind: 'needsYou', unsent: 5, refused: 4, decisions: 2 });
});

it('leaves out a refusal for as long as a screen of this tab shows it', async () => {
  const store = signInAs(alice);
  const row = refused(1, { lastProblem: 'No' });
  await store.database.outbox.bulkPut([{ ...row, state: 'sending' }, editorRow(2, dropLesson('l9'))]);
  watchStatus(0);
  await expect.poll(syncStatus.get).toMatchObject({ unsent: 2 });
  const kinds = new Set<string>();
  const stopWatching = syncStatus.subscribe(() => kinds.add(syncStatus.get().kind));
  const stop = attendCommand(row.id);
  await store.database.outbox.put(row);
  await expect.poll(syncStatus.get).toMatchObject({ kind: 'waiting', unsent: 1, refused: 0, decisions: 0 });
  expect([...kinds]).not.toContain('needsYou');
  stop();
  expect(syncStatus.get()).toMatchObject({ kind: 'needsYou', unsent: 2, refused: 1, decisions: 1 });
  stopWatching();
});

it('leaves out a discarded refusal at once, and reports it again when the discard is undone', async () => {
  const store = signInAs(alice);
  const row = refused(1, { lastProblem: 'No' });
  await store.database.outbox.bulkPut([row, editorRow(2, dropLesson('l8')), editorRow(3, dropLesson('l9'))]);
  watchStatus(0);
  await expect.poll(syncStatus.get).toMatchObject({ kind: 'needsYou', unsent: 3, refused: 1 });
  const discarding = discardCommand(row.id);
  // The last count still contains it.
  expect(syncStatus.get()).toMatchObject({ kind: 'waiting', unsent: 2, refused: 0 });
  await undoDiscard(await discarding);
  await expect.poll(syncStatus.get).toMatchObject({ kind: 'needsYou', unsent: 3, refused: 1 });
});

it('counts the drafts of a course as one', async () => {
  const store = signInAs(alice);
  const draft = { value: {}, updatedAt: '2026-11-21T08:00:00.000Z', v: 1 };
  const ids = ['editor/tides/course', 'editor/tides/lesson/l1', 'profile', 'conflict/c1'];
  await store.database.drafts.bulkPut(ids.map((id) => ({ ...draft, id })));
  watchStatus(0);
  await expect.poll(syncStatus.get).toMatchObject({ kind: 'drafts', drafts: 2 });
  await store.database.drafts.clear();
  await expect.poll(syncStatus.get).toMatchObject({ kind: 'sent', drafts: 0 });
});

it('does not claim that anything was sent before the drafts are counted', async () => {
  const { database } = signInAs(alice);
  const acknowledgedAt = '2026-11-21T08:00:00.000Z';
  await database.outbox.bulkPut([
    editorRow(1, dropLesson('l1'), { state: 'acknowledged', acknowledgedAt }),
    editorRow(2, dropLesson('l2')),
  ]);
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  const holding = database.transaction('rw', database.drafts, () => Dexie.waitFor(released));
  watchStatus(0);
  await expect.poll(syncStatus.get).toMatchObject({ unsent: 1, lastSentAt: null });
  release();
  await holding;
  await expect.poll(syncStatus.get).toMatchObject({ unsent: 1, lastSentAt: acknowledgedAt });
});

it('counts while a long queue is being sent', async () => {
  const store = signInAs(alice);
  const rows = Array.from({ length: QUEUE }, (_, at) => editorRow(at + 1, dropLesson(`l${at}`)));
  await store.database.outbox.bulkPut(rows);
  watchStatus(0);
  await expect.poll(syncStatus.get).toMatchObject({ unsent: QUEUE });
  removeWithoutPause(store, rows);
  await expect.poll(() => syncStatus.get().unsent).toBeLessThan(QUEUE);
  expect(await store.outbox.count()).toBeGreaterThan(0);
});

/** Removes one row after the other, as acks do, until the test ends. */
function removeWithoutPause({ database }: PrivateStore, rows: readonly OutboxRow[]): void {
  let isOver = false;
  const removing = (async () => {
    for (const { order } of rows) if (!isOver) await database.outbox.delete(order);
  })();
  onTestFinished(async () => {
    isOver = true;
    await removing;
  });
}
