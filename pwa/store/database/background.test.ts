import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { StorageStalledError } from '#pwa/device/in-time.ts';
import { resetDevice, signInAs } from '#pwa/testing/device.ts';
import { holdStore } from '#pwa/testing/hold-store.ts';
import { alice } from '#pwa/testing/people.ts';
import { read, readAtOnce, write } from './access.ts';
import { inBackground } from './in-background.ts';
import type { PrivateStore } from './private-store.ts';

const STALLED_MS = 5_000;

let letGo = async () => {};

beforeEach(async () => {
  await resetDevice();
  await signInAs(alice).state.count();
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
});
afterEach(async () => {
  await letGo();
  vi.useRealTimers();
});

const put = (store: PrivateStore, key: string) =>
  write(store, [store.state], (tx) => tx.state.put({ key, value: 1 }));

it('work in the background gives up a store that another page holds, and stores nothing', async () => {
  const store = signInAs(alice);
  letGo = await holdStore(alice.id);
  const background = inBackground(store);
  const results = Promise.allSettled([
    put(background, 'written'),
    readAtOnce(background, [store.state], (tx) => tx.state.count()),
    read(background, () => store.state.count()),
  ]);
  await vi.advanceTimersByTimeAsync(STALLED_MS);
  for (const result of await results) {
    expect(result).toMatchObject({ status: 'rejected', reason: expect.any(StorageStalledError) });
  }
  await letGo();
  expect(await store.state.get('written')).toBe(undefined);
  await put(background, 'next');
  expect(await store.state.get('next')).toEqual({ key: 'next', value: 1 });
});

it('what a user writes waits for the other page', async () => {
  const store = signInAs(alice);
  letGo = await holdStore(alice.id);
  const written = put(store, 'mine');
  await vi.advanceTimersByTimeAsync(10 * STALLED_MS);
  await letGo();
  await written;
  expect(await store.state.get('mine')).toEqual({ key: 'mine', value: 1 });
});

it('a transaction that has begun may take as long as it needs', async () => {
  const store = inBackground(signInAs(alice));
  await write(store, [store.state], async (tx) => {
    await tx.state.count();
    vi.advanceTimersByTime(10 * STALLED_MS);
    await tx.state.put({ key: 'long', value: 1 });
  });
  expect(await store.state.get('long')).toEqual({ key: 'long', value: 1 });
});
