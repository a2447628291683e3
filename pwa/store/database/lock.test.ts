import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { done, finished } from '#pwa/device/indexed-db.ts';
import { resetDevice, signInAs } from '#pwa/testing/device.ts';
import { createWebLocks } from '#pwa/testing/fake-locks.ts';
import { alice } from '#pwa/testing/people.ts';
import { waitFor } from '#schema/testing/wait-for.ts';
import { type Lease, withLock } from './lock.ts';
import type { PrivateStore } from './private-store.ts';

const KEY = 'a-lease';
const STEAL_AFTER_MS = 5_000;
let store: PrivateStore;
let lease: Lease;
const isAtWork = vi.fn(() => false);

beforeEach(async () => {
  await resetDevice();
  store = signInAs(alice);
  lease = { store, key: KEY, isAtWork };
  vi.stubGlobal('navigator', { locks: createWebLocks() });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const never = () => new Promise<never>(() => undefined);
/** Another tab has the lock and does not give it back. */
const freeze = () => void withLock('one', never).catch(() => undefined);
const leaseOf = (owner: string, until: number) =>
  store.database.state.put({ key: KEY, value: { owner, until } });

describe('a Web Lock', () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'Date'] }));

  it('is waited for', async () => {
    const steps: string[] = [];
    const take = (step: string) =>
      withLock(
        'one',
        async () => {
          steps.push(`${step} begins`);
          await new Promise((resolve) => setTimeout(resolve, 4_000));
          steps.push(`${step} ends`);
        },
        { stealAfterMs: STEAL_AFTER_MS },
      );
    const both = Promise.all([take('first'), take('second')]);
    await vi.advanceTimersByTimeAsync(8_000);
    await both;
    expect(steps).toEqual(['first begins', 'first ends', 'second begins', 'second ends']);
  });

  it('is waited for until the signal fires', async () => {
    freeze();
    const waiting = new AbortController();
    const work = vi.fn(async () => undefined);
    const result = withLock('one', work, { signal: waiting.signal });
    await vi.advanceTimersByTimeAsync(60_000);
    waiting.abort(new Error('enough'));
    await expect(result).rejects.toThrow('enough');
    expect(work).not.toHaveBeenCalled();
  });

  it('is not waited for if only a free one is wanted', async () => {
    const work = async () => 'done';
    expect(await withLock('one', work, { ifFree: true })).toBe('done');
    freeze();
    expect(await withLock('one', work, { ifFree: true })).toBeNull();
  });

  it.each([STEAL_AFTER_MS, 0])('is taken from a frozen tab after %s ms', async (stealAfterMs) => {
    freeze();
    const result = withLock('one', async () => 'done', { stealAfterMs, lease });
    await vi.advanceTimersByTimeAsync(stealAfterMs);
    expect(await result).toBe('done');
  });

  it('is not taken from a tab that is at work', async () => {
    let isTaken = false;
    isAtWork.mockReturnValue(true);
    void withLock('one', never, { lease: { ...lease, isAtWork: () => false } }).catch(() => {
      isTaken = true;
    });
    await leaseOf('another tab', Date.now() + 40_000);
    const result = withLock('one', async () => 'done', { stealAfterMs: STEAL_AFTER_MS, lease });
    for (let seconds = 0; seconds < 35; seconds += 5) {
      await vi.advanceTimersByTimeAsync(STEAL_AFTER_MS);
      await store.state.get(KEY);
    }
    expect(isTaken).toBe(false);
    await waitFor(async () => {
      await vi.advanceTimersByTimeAsync(STEAL_AFTER_MS);
      expect(isTaken).toBe(true);
    });
    expect(await result).toBe('done');
  });

  it('says by a lease that the tab is at work, and no longer when the work is done', async () => {
    isAtWork.mockReturnValue(true);
    const work = async () => {
      await vi.advanceTimersByTimeAsync(15_000);
      await waitFor(async () => expect(await store.state.get(KEY)).toBeDefined());
    };
    await withLock('one', work, { lease });
    expect(await store.state.get(KEY)).toBeUndefined();
  });

  it('is not taken again when the work itself fails after a long time', async () => {
    const work = vi.fn(async () => {
      await new Promise((resolve) => setTimeout(resolve, 60_000));
      throw new Error('the work');
    });
    const result = expect(withLock('one', work, { stealAfterMs: STEAL_AFTER_MS })).rejects.toThrow(
      'the work',
    );
    await vi.advanceTimersByTimeAsync(60_000);
    await result;
    expect(work).toHaveBeenCalledOnce();
  });
});

describe('a lease, without Web Locks', () => {
  beforeEach(() => void vi.stubGlobal('navigator', { onLine: true }));
  const take = (options = {}) => withLock('one', async (extend) => extend(), { lease, ...options });

  it('is not taken while another tab has it, unless it is stolen', async () => {
    await leaseOf('another tab', Date.now() + 30_000);
    expect(await take({ stealAfterMs: 45_000 })).toBeNull();
    expect(await take({ stealAfterMs: 0 })).toBe(true);
  });

  it.each([
    ['has expired', -1],
    ['was written before the clock was set back', 3_650 * 24 * 60 * 60_000],
  ])('is taken over when it %s', async (_, ms) => {
    await leaseOf('another tab', Date.now() + ms);
    expect(await take()).toBe(true);
  });

  it('is not taken from a tab that got it while this one waited for the store', async () => {
    vi.useFakeTimers({ toFake: ['Date'] });
    await store.state.count();
    const connection = await done(indexedDB.open(store.database.name));
    const other = connection.transaction('state', 'readwrite');
    const state = other.objectStore('state');
    await done(state.get(KEY));
    const taken = take();
    await done(state.get(KEY));
    vi.setSystemTime(Date.now() + 10_000);
    state.put({ key: KEY, value: { owner: 'another tab', until: Date.now() + 45_000 } });
    await finished(other);
    connection.close();
    expect(await taken).toBeNull();
  });

  it('is released when the work is done', async () => {
    await take();
    expect(await store.state.get(KEY)).toBeUndefined();
  });

  it('is lost to a tab that has taken it since, and stays with that', async () => {
    const work = async (extend: () => Promise<boolean>) => {
      await leaseOf('another tab', Date.now() + 30_000);
      return extend();
    };
    expect(await withLock('one', work, { lease })).toBe(false);
    expect(await take()).toBeNull();
  });

  it('is not needed: each tab works at once', async () => {
    freeze();
    expect(await withLock('one', async () => 'done')).toBe('done');
  });
});
