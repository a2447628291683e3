import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { carryPatiently } from '#pwa/api/carry-patiently.ts';
import type { PrivateStore } from '#pwa/store/database/private-store.ts';
import { resetDevice, signInAs } from '#pwa/testing/device.ts';
import { editorRow, makeLesson, makeModule } from '#pwa/testing/editor-rows.ts';
import { alice } from '#pwa/testing/people.ts';
import { progressRow } from '#pwa/testing/rows.ts';
import { UNSENT_ALARM_MS } from '#schema/limits.ts';
import { waitFor } from '#schema/testing/wait-for.ts';
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
  await waitFor(() => expect(syncStatus.get().unsent).toBe(1));
  useFakeTimers();
  const stop = startWatchdog(onStuck);
  for (const minute of [1, 2]) {
    await minutePasses();
    await waitFor(() => expect(onStuck).toHaveBeenCalledTimes(minute));
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
  await waitFor(() => expect(onStuck).toHaveBeenCalledOnce());
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
  await waitFor(() => expect(read).toHaveBeenCalled());
  await vi.advanceTimersByTimeAsync(1);
  stop();
  expect(onStuck).not.toHaveBeenCalled();
  expect(syncStatus.get().isStuck).toBe(false);
});

describe('unsent work is not reported while bytes are carried', () => {
  beforeEach(async () => {
    vi.useRealTimers();
    await store.database.outbox.put(progressRow(1, 'lesson-1'));
    setStatus({ unsent: 1 });
    useFakeTimers();
  });

  /** Whether it is reported after a minute, and after another one without what `end` ends. */
  async function reportedAround(end: () => unknown) {
    const others = vi.getTimerCount();
    const stop = startWatchdog(onStuck);
    await minutePasses();
    // The next check is planned when this one has ended.
    await waitFor(() => expect(vi.getTimerCount()).toBe(others + 1));
    const before = onStuck.mock.calls.length;
    await end();
    await minutePasses();
    await waitFor(() => expect(onStuck).toHaveBeenCalled());
    stop();
    return before;
  }

  it('by this tab', async () => {
    let end: (response: Response) => void = () => undefined;
    const response = new Promise<Response>((resolve) => {
      end = resolve;
    });
    vi.stubGlobal('fetch', () => response);
    const carried = carryPatiently('/api/batch', { body: 'x'.repeat(200_000) });
    expect(
      await reportedAround(async () => {
        end(new Response('{}'));
        await carried;
      }),
    ).toBe(0);
    vi.unstubAllGlobals();
  });

  it('by another tab', async () => {
    const until = Date.now() + UNSENT_ALARM_MS + 40_000;
    const renew = () => store.database.state.put({ key: 'replayLease', value: { owner: 'other', until } });
    await renew();
    expect(await reportedAround(() => store.database.state.delete('replayLease'))).toBe(0);
  });
});
