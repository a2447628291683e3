import { beforeEach, describe, expect, it } from 'vitest';
import type { PrivateStore } from '#pwa/store/database/private-store.ts';
import { resetDevice, signInAs } from '#pwa/testing/device.ts';
import { alice } from '#pwa/testing/people.ts';
import { activationRow, progressRow } from '#pwa/testing/rows.ts';
import { describeCommand } from '#schema/commands/all-commands.ts';
import { findLastAck, listArrived, pruneAcknowledged } from './acknowledged.ts';

const acknowledgedAt = (day: string) =>
  ({ state: 'acknowledged', attempts: 1, acknowledgedAt: `2026-${day}T08:00:00.000Z` }) as const;
let store: PrivateStore;

beforeEach(async () => {
  await resetDevice();
  store = signInAs(alice);
});

const places = () => store.outbox.toCollection().primaryKeys();

describe('acknowledged rows', () => {
  it('are removed when they are old, and no unsent row is, however old', async () => {
    await store.database.outbox.bulkPut([
      activationRow(1, 'course-1', acknowledgedAt('10-01')),
      progressRow(2, 'lesson-1', { state: 'refused', attempts: 1, lastProblem: 'No' }),
      activationRow(3, 'course-2', acknowledgedAt('11-20')),
      activationRow(4, 'course-3', acknowledgedAt('10-02')),
    ]);
    await pruneAcknowledged(store, '2026-10-22T08:00:00.000Z');
    expect(await places()).toEqual([2, 3]);
    await pruneAcknowledged(store, '2026-10-22T08:00:00.000Z');
    expect(await places()).toEqual([2, 3]);
  });

  it('are removed in batches, however many were acknowledged on one day', async () => {
    const old = Array.from({ length: 250 }, (_, i) =>
      activationRow(i + 1, `course-${i}`, acknowledgedAt('10-01')),
    );
    await store.database.outbox.bulkPut([...old, activationRow(251, 'course-251', acknowledgedAt('11-20'))]);
    await pruneAcknowledged(store, '2026-10-22T08:00:00.000Z');
    expect(await places()).toEqual([251]);
  });

  it('are listed newest first, and only the rows that are shown are read', async () => {
    const rows = Array.from({ length: 60 }, (_, i) =>
      activationRow(i + 1, `course-${i + 1}`, acknowledgedAt(`11-${i === 0 ? 22 : 10}`)),
    );
    await store.database.outbox.bulkPut(rows);
    const read: number[] = [];
    store.database.outbox.hook('reading', (row) => {
      read.push(row.order);
      return row;
    });
    const listed = await listArrived(store, 10);
    // The one acknowledged last, although it was entered first.
    expect(listed.map(({ order }) => order)).toEqual([1, 60, 59, 58, 57, 56, 55, 54, 53, 52]);
    expect(listed[0]?.sentence).toBe(rows[0] && describeCommand(rows[0].command));
    expect(read).toHaveLength(10);
  });
});

const NOW = '2026-11-24T08:00:00.000Z';
const ackAt = (order: number, acknowledgedAt: string) =>
  progressRow(order, `lesson-${order}`, { state: 'acknowledged', attempts: 1, acknowledgedAt });

describe('the time of the last ack', () => {
  it('is null while nothing was acknowledged', async () => {
    await store.database.outbox.bulkPut([progressRow(1, 'lesson-1')]);
    expect(await findLastAck(store, NOW)).toBeNull();
  });

  it('is the latest one, in whatever order the commands were queued', async () => {
    await store.database.outbox.bulkPut([
      ackAt(1, '2026-11-24T07:59:59.000Z'),
      ackAt(2, '2026-11-24T07:00:00.000Z'),
      progressRow(3, 'lesson-3'),
    ]);
    expect(await findLastAck(store, NOW)).toBe('2026-11-24T07:59:59.000Z');
  });

  it('is not one of a clock that was ahead, once there are others', async () => {
    await store.database.outbox.bulkPut([ackAt(1, '2036-01-01T00:00:00.000Z'), ackAt(2, NOW)]);
    expect(await findLastAck(store, NOW)).toBe(NOW);
  });

  it('is known also while the clock is behind', async () => {
    await store.database.outbox.bulkPut([ackAt(1, '2036-01-01T00:00:00.000Z')]);
    expect(await findLastAck(store, NOW)).toBe('2036-01-01T00:00:00.000Z');
  });
});
