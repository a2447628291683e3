import { inTime } from '#pwa/device/in-time.ts';
import { openPrivateStore } from '#pwa/store/database/private-store.ts';
import { cachedFileUrl, mediaCacheName } from './cached-file-url.ts';
import { hasMediaCache, requireSpace } from './media-cache.ts';
import { withMediaLock } from './media-lock.ts';

/*
 * Space reserved for the user's work: meaningless bytes in their media cache. When the disk is full, for
 * whatever reason, they are released, so the failed write finds space.
 */

/** Enough for some thousands of edits, or one draft with an image. */
export const HELD_BYTES = 4 * 1024 * 1024;

/** No file has this name, and the worker never serves it. */
const keyOf = (userId: string) => cachedFileUrl(userId, 'reserve');

/**
 * Reserves the space again if there is plenty. Skipped until the next call while other work on the files
 * runs.
 */
export async function holdReserve(userId: string): Promise<void> {
  if (!hasMediaCache()) return;
  await withMediaLock(userId, { mode: 'ifFree' }, async () => {
    if (await inTime(hasReserve(userId))) return;
    await inTime(requireSpace(HELD_BYTES));
    // A sign-out waits for the lock and cleans up after this; after a sign-out nothing is written.
    openPrivateStore(userId);
    const held = new Response(new Uint8Array(HELD_BYTES));
    await inTime(caches.open(mediaCacheName(userId)).then((cache) => cache.put(keyOf(userId), held)));
  });
}

/**
 * Releases the space; returns whether there was any. Does not wait for the lock: a full disk blocks
 * everything.
 */
export async function releaseReserve(userId: string): Promise<boolean> {
  if (!(await hasReserve(userId))) return false;
  return (await caches.open(mediaCacheName(userId))).delete(keyOf(userId));
}

async function hasReserve(userId: string): Promise<boolean> {
  if (!hasMediaCache() || !(await caches.has(mediaCacheName(userId)))) return false;
  const cache = await caches.open(mediaCacheName(userId));
  return (await cache.match(keyOf(userId))) !== undefined;
}
