import { CacheableResponsePlugin } from 'workbox-cacheable-response';
import { ExpirationPlugin } from 'workbox-expiration';
import { CacheFirst } from 'workbox-strategies';

export const ADMIN_PATH = '/assets/admin/';

/**
 * The admins' screens, which learners never download and which are therefore not precached but cached when
 * used. Their names contain a hash, so a cached copy is always valid; those of older versions are evicted by
 * count, because open tabs may still need them for a while.
 */
export const adminFiles = new CacheFirst({
  cacheName: 'carrel-admin',
  plugins: [
    new CacheableResponsePlugin({ statuses: [200] }),
    new ExpirationPlugin({ maxEntries: 80, purgeOnQuotaError: true }),
  ],
});

/** Caches the files that a page lists if they are admins' screens and not cached yet. */
export async function cacheAdminFiles(event: ExtendableMessageEvent): Promise<void> {
  const paths = adminPaths(event.data);
  await Promise.all(paths.map((path) => adminFiles.handle({ event, request: new Request(path) })));
}

/** Other paths in a message are ignored: the page may be of another version. */
function adminPaths(data: unknown): string[] {
  if (typeof data !== 'object' || data === null || !('paths' in data) || !Array.isArray(data.paths))
    return [];
  return data.paths.filter(
    (path): path is string => typeof path === 'string' && /^\/assets\/admin\/[\w.-]+$/.test(path),
  );
}
