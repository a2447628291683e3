import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { done, finished } from '#pwa/device/indexed-db.ts';
import type { PrivateStore } from '#pwa/store/database/private-store.ts';
import { resetDevice, signInAs } from '#pwa/testing/device.ts';
import { alice } from '#pwa/testing/people.ts';
import { waitFor } from '#schema/testing/wait-for.ts';
import { withLead } from './leader.ts';

const real = navigator;
let store: PrivateStore;

beforeEach(async () => {
  await resetDevice();
  store = signInAs(alice);
});

afterEach(() => {
  vi.useRealTimers();
  setNavigator(real);
});

function setNavigator(value: unknown) {
  Object.defineProperty(globalThis, 'navigator', { value, configurable: true });
}

describe('the lead by a Web Lock', () => {
  it('is taken from a tab that froze while it had it', async () => {
    vi.useFakeTimers();
    const request = vi.fn((_: string, options: LockOptions, work: () => Promise<unknown>) =>
      options.steal
        ? work()
        : new Promise((_resolve, reject) => {
            options.signal?.addEventListener('abort', () => reject(new DOMException('', 'AbortError')));
          }),
    );
    setNavigator({ locks: { request } });
    const lead = withLead(store, async () => 'led');
    await vi.advanceTimersByTimeAsync(60_000);
    expect(await lead).toBe('led');
  });

  it('is not taken from a tab whose connection carries bytes', async () => {
    const leaseUntil = (until: number) =>
      store.database.state.put({ key: 'replayLease', value: { owner: 'another tab', until } });
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] });
    const steals: boolean[] = [];
    const request = vi.fn((_: string, options: LockOptions, work: () => Promise<unknown>) => {
      steals.push(options.steal === true);
      if (options.steal) return work();
      return new Promise((_resolve, reject) => {
        options.signal?.addEventListener('abort', () => reject(new DOMException('', 'AbortError')));
      });
    });
    setNavigator({ locks: { request } });
    const lead = withLead(store, async () => 'led');
    await vi.advanceTimersByTimeAsync(30_000);
    await leaseUntil(Date.now() + 45_000);
    await vi.advanceTimersByTimeAsync(15_000);
    await waitFor(() => expect(steals).toEqual([false, false]));
    await vi.advanceTimersByTimeAsync(45_000);
    expect(await lead).toBe('led');
    expect(steals).toEqual([false, false, true]);
  });

  it('is not taken twice when the work itself fails', async () => {
    const work = vi.fn(async () => {
      throw new Error('the work');
    });
    await expect(withLead(store, work)).rejects.toThrow('the work');
    expect(work).toHaveBeenCalledOnce();
  });
});

describe('the lead by a lease, without Web Locks', () => {
  const leaseOf = (owner: string, until: number) =>
    store.database.state.put({ key: 'replayLease', value: { owner, until } });

  beforeEach(() => setNavigator({ onLine: true }));

  it('is not taken while another tab has it', async () => {
    await leaseOf('another tab', Date.now() + 30_000);
    expect(await withLead(store, async () => 'led')).toBeNull();
  });

  it.each([
    ['has expired', -1],
    ['was written before the clock was set back', 3_650 * 24 * 60 * 60_000],
  ])('is taken over when it %s', async (_, ms) => {
    await leaseOf('another tab', Date.now() + ms);
    expect(await withLead(store, async (extendLead) => extendLead())).toBe(true);
  });

  it('is not taken from a tab that got it while this one waited for the store', async () => {
    vi.useFakeTimers({ toFake: ['Date'] });
    await store.state.count();
    const connection = await done(indexedDB.open(store.database.name));
    const other = connection.transaction('state', 'readwrite');
    const state = other.objectStore('state');
    await done(state.get('replayLease'));
    const lead = withLead(store, async () => 'led');
    await done(state.get('replayLease'));
    vi.setSystemTime(Date.now() + 10_000);
    state.put({ key: 'replayLease', value: { owner: 'another tab', until: Date.now() + 45_000 } });
    await finished(other);
    connection.close();
    expect(await lead).toBeNull();
  });

  it('is released when the work is done', async () => {
    await withLead(store, async () => undefined);
    expect(await store.state.get('replayLease')).toBeUndefined();
  });

  it('stays with a tab that has taken it over meanwhile', async () => {
    await withLead(store, () => leaseOf('another tab', Date.now() + 30_000));
    expect(await withLead(store, async () => 'led')).toBeNull();
  });
});
