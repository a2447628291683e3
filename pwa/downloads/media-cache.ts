import { keptFileUrl, mediaCacheName } from './kept-url.ts';

/** Left free for the outbox and the lessons' text, which have precedence over every download. */
const RESERVE_BYTES = 16 * 1024 * 1024;

/** The disk, or the browser's share of it, is full. */
export class MediaFullError extends Error {
  override readonly name = 'MediaFullError';
}

/** Whether this browser has Cache Storage here at all (it needs https, or loopback). */
export function hasMediaCache(): boolean {
  return 'caches' in globalThis;
}

/** Stores a file whole or not at all. Throws MediaFullError where there is no room for it. */
export async function storeFile(userId: string, fileId: string, file: Response): Promise<void> {
  try {
    const cache = await caches.open(mediaCacheName(userId));
    await cache.put(keptFileUrl(userId, fileId), file);
  } catch (error) {
    if (error instanceof Error && error.name === 'QuotaExceededError') {
      throw new MediaFullError('There is no room left on this device', { cause: error });
    }
    throw error;
  }
}

/** The bytes that really lie in the cache for a file, or null where there are none. */
export async function storedSize(userId: string, fileId: string): Promise<number | null> {
  if (!hasMediaCache() || !(await caches.has(mediaCacheName(userId)))) return null;
  const cache = await caches.open(mediaCacheName(userId));
  const stored = await cache.match(keptFileUrl(userId, fileId));
  return stored === undefined ? null : (await stored.blob()).size;
}

export async function removeFile(userId: string, fileId: string): Promise<void> {
  if (!hasMediaCache() || !(await caches.has(mediaCacheName(userId)))) return;
  const cache = await caches.open(mediaCacheName(userId));
  await cache.delete(keptFileUrl(userId, fileId));
}

export async function deleteMediaCache(userId: string): Promise<void> {
  if (hasMediaCache()) await caches.delete(mediaCacheName(userId));
}

/** Throws MediaFullError when a file of this size would eat into the reserve; browsers that do not tell are believed. */
export async function requireRoom(sizeBytes: number): Promise<void> {
  if (!('storage' in navigator) || !('estimate' in navigator.storage)) return;
  const { quota, usage } = await navigator.storage.estimate();
  if (quota === undefined || usage === undefined) return;
  if (quota - usage < sizeBytes + RESERVE_BYTES)
    throw new MediaFullError('There is no room left on this device');
}
