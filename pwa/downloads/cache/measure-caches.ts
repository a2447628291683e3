import { ownerOfCache } from './cached-file-url.ts';
import { hasMediaCache } from './media-cache.ts';

/** Measures what the app itself takes on this device: its files and the covers of courses, without media. */
export async function measureAppCaches(): Promise<number> {
  if (!hasMediaCache()) return 0;
  const names = (await caches.keys()).filter((name) => ownerOfCache(name) === null);
  const sizes = await Promise.all(names.map(measureCache));
  return sizes.reduce((sum, size) => sum + size, 0);
}

async function measureCache(name: string): Promise<number> {
  const cache = await caches.open(name);
  const sizes = (await cache.matchAll()).map(async (reply) => (await reply.blob()).size);
  return (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
}
