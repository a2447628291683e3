import { openPrivateStore } from '../store/private-store.ts';
import { keptFileUrl, mediaCacheName } from './kept-url.ts';
import { hasMediaCache, requireRoom } from './media-cache.ts';
import { withMediaLock } from './media-lock.ts';

/*
 * Room that is held for what a person does: bytes that mean nothing, in their media cache. When the disk is
 * full, by whoever's doing, they are given back at once, and the work that found no room finds it.
 */

/** Some thousands of edits, or one draft with a picture in it. */
export const HELD_BYTES = 4 * 1024 * 1024;

/** No file is called so, and the worker answers for none that is. */
const keyOf = (userId: string) => keptFileUrl(userId, 'reserve');

/** Holds the room again, where there is plenty. Leaves it to the next call while somebody works on the files. */
export async function holdReserve(userId: string): Promise<void> {
  if (!hasMediaCache()) return;
  await withMediaLock(userId, { mode: 'ifFree' }, async () => {
    if (await hasReserve(userId)) return;
    await requireRoom(HELD_BYTES);
    // Whoever signs out waits for the lock and clears up after this; whoever has signed out is not here.
    openPrivateStore(userId);
    const cache = await caches.open(mediaCacheName(userId));
    await cache.put(keyOf(userId), new Response(new Uint8Array(HELD_BYTES)));
  });
}

/** Gives the room back; answers whether there was any. Waits for nobody: a full disk holds everybody up. */
export async function releaseReserve(userId: string): Promise<boolean> {
  if (!(await hasReserve(userId))) return false;
  return (await caches.open(mediaCacheName(userId))).delete(keyOf(userId));
}

async function hasReserve(userId: string): Promise<boolean> {
  if (!hasMediaCache() || !(await caches.has(mediaCacheName(userId)))) return false;
  const cache = await caches.open(mediaCacheName(userId));
  return (await cache.match(keyOf(userId))) !== undefined;
}
