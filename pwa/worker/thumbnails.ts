import { CacheableResponsePlugin } from 'workbox-cacheable-response';
import { ExpirationPlugin } from 'workbox-expiration';
import { CacheFirst } from 'workbox-strategies';
import { ownerOfCache, parseImageName } from '../downloads/cache/cached-file-url.ts';
import { findOfflineFile, respondWithFile } from './offline-files.ts';

declare const self: ServiceWorkerGlobalScope;

const CACHE_NAME = 'carrel-thumbnails';
const WIDTHS = ['640', '1280'];

/**
 * Course images: a downloaded copy on this device first (they are public, so any user's will do), then at
 * most 60 cached ones, which are evicted first when the disk is full.
 */
export const thumbnails = new CacheFirst({
  cacheName: CACHE_NAME,
  plugins: [
    new CacheableResponsePlugin({ statuses: [200] }),
    {
      cachedResponseWillBeUsed: async ({ cachedResponse, request }) =>
        (await findOfflineImage(request)) ?? cachedResponse,
    },
    new ExpirationPlugin({ maxEntries: 60, purgeOnQuotaError: true }),
    { handlerDidError: ({ request }) => findOtherWidth(request.url) },
  ],
});

async function findOfflineImage(request: Request): Promise<Response | undefined> {
  const fileId = parseImageName(request.url, self.location.origin);
  if (fileId === null) return undefined;
  for (const name of await caches.keys()) {
    const userId = ownerOfCache(name);
    const file = userId === null ? null : await findOfflineFile({ userId, fileId });
    if (file !== null) return respondWithFile(request, file);
  }
  return undefined;
}

/** Without a network, the same image in another width is better than none. */
async function findOtherWidth(url: string): Promise<Response | undefined> {
  const cache = await caches.open(CACHE_NAME);
  for (const width of WIDTHS) {
    const other = url.replace(/-\d+\.webp$/, `-${width}.webp`);
    const stored = (await cache.match(other)) ?? (await findOfflineImage(new Request(other)));
    if (stored !== undefined) return stored;
  }
  return undefined;
}
