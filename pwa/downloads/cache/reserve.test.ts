import { beforeEach, expect, it, vi } from 'vitest';
import { StoreGoneError } from '#pwa/store/database/errors.ts';
import { forgetKnownUser } from '#pwa/store/database/known-user.ts';
import { resetDevice, signInAs } from '#pwa/testing/device.ts';
import { alice } from '#pwa/testing/people.ts';
import { MemoryCaches } from '../testing/memory-caches.ts';
import { mediaCacheName } from './cached-file-url.ts';
import { removeCachedFiles } from './remove-cached-files.ts';
import { holdReserve, releaseReserve } from './reserve.ts';

let disk: MemoryCaches;

beforeEach(async () => {
  await resetDevice();
  signInAs(alice);
  disk = new MemoryCaches();
  vi.stubGlobal('caches', disk);
});

it('the reserve is held once, and released once', async () => {
  await holdReserve('alice');
  await holdReserve('alice');
  expect(disk.list(mediaCacheName('alice'))).toHaveLength(1);
  expect(await releaseReserve('alice')).toBe(true);
  expect(await releaseReserve('alice')).toBe(false);
  expect(disk.list(mediaCacheName('alice'))).toEqual([]);
});

it('the reserve is removed with its user’s other data, and not held for a user who signed out', async () => {
  await holdReserve('alice');
  await removeCachedFiles('alice');
  forgetKnownUser();
  await expect(holdReserve('alice')).rejects.toBeInstanceOf(StoreGoneError);
  expect(await disk.keys()).toEqual([]);
});
