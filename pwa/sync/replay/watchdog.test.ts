import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { UNSENT_ALARM_MS } from '#schema/limits.ts';
import type { PrivateStore } from '../../store/database/private-store.ts';
import { resetDevice, signInAs } from '../../testing/device.ts';
import { editorRow, makeLesson, makeModule } from '../../testing/editor-rows.ts';
import { alice } from '../../testing/people.ts';
import { progressRow } from '../../testing/rows.ts';
import { describeStatus, NO_COUNTS, setSyncStatus, syncStatus } from '../status/status.ts';
import { unwatchStatus, watchStatus } from '../status/watch-status.ts';
import { startWatchdog } from './watchdog.ts';

let store: PrivateStore;
const onStuck = vi.fn();
const setStatus = (parts: Partial<Parameters<typeof describeStatus>[0]>) =>
  setSyncStatus(describeStatus({ ...NO_COUNTS, lost: 0, isOnline: true, hasSession: true, ...parts }));
const minutePasses = () => vi.advanceTimersByTimeAsync(UNSENT_ALARM_MS);

const useFakeTimers = () => vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] });

beforeEach(async () => {
  await resetDevice();
  store = signInAs(alice);
  onStuck.mockReset();
  setStatus({});
  useFakeTimers();
});

afterEach(() => {
  vi.useRealTimers();
});

it('sendable work that is not sent for a minute is reported, and the replay is restarted every minute', async () => {
  vi.useRealTimers();
  const nextAttemptAt = '2036-01-01T00:00:00.000Z';
  await store.database.outbox.put(
    progressRow(1, 'lesson-1', { attempts: 3, lastStatus: 503, nextAttemptAt }),
  );
  watchStatus(0);
  await vi.waitFor(() => expect(syncStatus.get().unsent).toBe(1));
  useFakeTimers();
  const stop = startWatchdog(onStuck);
  for (const minute of [1, 2]) {
    await minutePasses();
    await vi.waitFor(() => expect(onStuck).toHaveBeenCalledTimes(minute));
  }
  expect(syncStatus.get().isStuck).toBe(true);
  stop();
  unwatchStatus();
});

it.each([
  ['nothing is unsent', {}],
  ['everything unsent was refused', { unsent: 1, refused: 1 }],
  ['the session is over', { unsent: 1, hasSession: false }],
])('nothing is reported while %s', async (_, parts) => {
  await store.database.outbox.put(progressRow(1, 'lesson-1'));
  setStatus(parts);
  const stop = startWatchdog(onStuck);
  await minutePasses();
  stop();
  expect(onStuck).not.toHaveBeenCalled();
});

it('the minute restarts with every ack, but not with every edit', async () => {
  await store.database.outbox.put(progressRow(1, 'lesson-1'));
  setStatus({ unsent: 2 });
  const stop = startWatchdog(onStuck);
  await vi.advanceTimersByTimeAsync(UNSENT_ALARM_MS - 1_000);
  setStatus({ unsent: 1 });
  await vi.advanceTimersByTimeAsync(UNSENT_ALARM_MS - 1_000);
  expect(onStuck).not.toHaveBeenCalled();
  setStatus({ unsent: 2 });
  await vi.advanceTimersByTimeAsync(1_000);
  await vi.waitFor(() => expect(onStuck).toHaveBeenCalledOnce());
  stop();
});

it('work that waits for a refused command, or can still be undone, is not stuck', async () => {
  const heldUntil = new Date(Date.now() + 10 * UNSENT_ALARM_MS).toISOString();
  await store.database.outbox.bulkPut([
    editorRow(1, makeModule(), { state: 'refused', attempts: 1 }),
    editorRow(2, makeLesson()),
    progressRow(3, 'lesson-1', { heldUntil }),
  ]);
  setStatus({ unsent: 3, refused: 1 });
  const read = vi.spyOn(store.database.Table.prototype, 'where');
  const stop = startWatchdog(onStuck);
  await minutePasses();
  await vi.waitFor(() => expect(read).toHaveBeenCalled());
  await vi.advanceTimersByTimeAsync(1);
  stop();
  expect(onStuck).not.toHaveBeenCalled();
  expect(syncStatus.get().isStuck).toBe(false);
});
