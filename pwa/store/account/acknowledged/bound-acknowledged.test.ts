import { beforeEach, describe, expect, it } from 'vitest';
import type { PrivateStore } from '#pwa/store/database/private-store.ts';
import { resetDevice, signInAs } from '#pwa/testing/device.ts';
import { editorRow } from '#pwa/testing/edits.ts';
import { alice } from '#pwa/testing/people.ts';
import { completion, position, progressRowOf } from '#pwa/testing/rows.ts';
import { describeCommand } from '#schema/commands/all-commands.ts';
import { listUnsent, type OutboxRow, parseOutboxRow } from '../outbox.ts';
import { listArrived } from './acknowledged.ts';
import { boundAcknowledged, releaseTexts, textBytesOf } from './bound-acknowledged.ts';

const at = (order: number) => `2026-11-21T08:00:${String(order).padStart(2, '0')}.000Z`;
const acknowledged = (order: number) =>
  ({ state: 'acknowledged', attempts: 1, acknowledgedAt: at(order) }) as const;
let store: PrivateStore;

beforeEach(async () => {
  await resetDevice();
  store = signInAs(alice);
});

/** An edit with a text of ten thousand characters. */
function editRow(order: number, parts: Partial<OutboxRow>): OutboxRow {
  const changes = { content: `<p>${'w'.repeat(10_000)}</p>` };
  const args = {
    courseId: 'c',
    moduleId: 'm',
    lessonId: `l${order}`,
    lessonTitle: 'Waves',
    version: 1,
    base: {},
    changes,
  };
  const row = editorRow(order, { kind: 'lesson.update', args });
  return { ...row, ...parts, ...(parts.state === 'acknowledged' ? textBytesOf(row.command) : {}) };
}

const positionRow = (order: number, lessonId: string, parts: Partial<OutboxRow> = acknowledged(order)) =>
  progressRowOf(order, [position(lessonId, order, at(order))], parts);

/** The orders of the rows that can be sent again. */
const whole = async () =>
  (await store.outbox.toArray()).filter((row) => parseOutboxRow(row) !== null).map(({ order }) => order);
const orders = () => store.outbox.toCollection().primaryKeys();

describe('acknowledged edits that give up their texts', () => {
  it('do so oldest first, no more than needed, and stay listed', async () => {
    const rows = [1, 2, 3].map((order) => editRow(order, acknowledged(order)));
    await store.database.outbox.bulkPut(rows);
    expect(await releaseTexts(store, 15_000)).toBeGreaterThan(15_000);
    expect(await whole()).toEqual([3]);
    const sentences = rows.map(({ command }) => describeCommand(command));
    expect((await listArrived(store, 9)).map(({ sentence }) => sentence)).toEqual(sentences.toReversed());
    expect(await releaseTexts(store, 15_000)).toBeGreaterThan(10_000);
    expect(await releaseTexts(store, 15_000)).toBe(0);
    expect(JSON.stringify(await store.outbox.toArray())).not.toContain('www');
  });

  it('are none that the server does not have: unsent, ignored or discarded by the operator', async () => {
    const unsent = (['waiting', 'sending', 'paused', 'refused'] as const).map((state, index) =>
      editRow(index + 1, { state }),
    );
    const dropped = editRow(5, { ...acknowledged(5), restore: 'dropped' });
    const entries = Array.from({ length: 50 }, (_, index) => completion(`lesson-${index}`, at(6)));
    const ignored = progressRowOf(6, entries, { ...acknowledged(6), notTaken: ['lesson-1'] });
    await store.database.outbox.bulkPut([...unsent, dropped, ignored]);
    expect(await releaseTexts(store, Number.MAX_SAFE_INTEGER)).toBe(0);
    await boundAcknowledged(store, { rows: 0, textBytes: 0 });
    expect(await store.outbox.toArray()).toEqual([...unsent, dropped, ignored]);
  });
});

describe('acknowledged edits', () => {
  it('have texts up to a limit', async () => {
    await store.database.outbox.bulkPut([1, 2, 3, 4].map((order) => editRow(order, acknowledged(order))));
    await store.database.outbox.put(editRow(5, {}));
    await boundAcknowledged(store, { rows: 100, textBytes: 50_000 });
    expect(await whole()).toEqual([1, 2, 3, 4, 5]);
    await boundAcknowledged(store, { rows: 100, textBytes: 25_000 });
    expect(await whole()).toEqual([3, 4, 5]);
    expect(await orders()).toEqual([1, 2, 3, 4, 5]);
  });

  it('are limited in number: covered positions are removed first, without any loss', async () => {
    const done = progressRowOf(1, [completion('l1', at(1))], acknowledged(1));
    const positions = [2, 3, 4, 5, 6, 7].map((order) => positionRow(order, 'l1'));
    await store.database.outbox.bulkPut([done, ...positions, positionRow(8, 'l2')]);
    await boundAcknowledged(store, { rows: 8, textBytes: 100 });
    expect(await orders()).toHaveLength(8);
    await boundAcknowledged(store, { rows: 7, textBytes: 100 });
    // The completion, the last position of each video.
    expect(await orders()).toEqual([1, 7, 8]);
  });

  it('are limited in number: then the oldest are removed, and nothing unsent', async () => {
    const rows = Array.from({ length: 30 }, (_, index) => positionRow(index + 2, `l${index}`));
    await store.database.outbox.bulkPut([positionRow(1, 'l0', {}), ...rows]);
    await boundAcknowledged(store, { rows: 20, textBytes: 100 });
    expect(await orders()).toEqual([1, ...rows.slice(-18).map(({ order }) => order)]);
    expect(await listUnsent(store)).toHaveLength(1);
  });
});
