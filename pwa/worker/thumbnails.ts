import { CacheableResponsePlugin } from 'workbox-cacheable-response';
import { ExpirationPlugin } from 'workbox-expiration';
import { CacheFirst } from 'workbox-strategies';

export const THUMBNAIL_PATH = '/media/thumbnails/';

const CACHE_NAME = 'carrel-thumbnails';
const WIDTHS = ['640', '1280'];

/** Pictures of courses: the device's copy first, at most 60, the first thing to go when the disk is full. */
export const thumbnails = new CacheFirst({
  cacheName: CACHE_NAME,
  plugins: [
    new CacheableResponsePlugin({ statuses: [200] }),
    new ExpirationPlugin({ maxEntries: 60, purgeOnQuotaError: true }),
    { handlerDidError: ({ request }) => findOtherWidth(request.url) },
  ],
});

/** Without a network, the same picture in another width is better than none. */
async function findOtherWidth(url: string): Promise<Response | undefined> {
  const cache = await caches.open(CACHE_NAME);
  for (const width of WIDTHS) {
    const stored = await cache.match(url.replace(/-\d+\.webp$/, `-${width}.webp`));
    if (stored !== undefined) return stored;
  }
  return undefined;
}
