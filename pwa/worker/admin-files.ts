import { CacheableResponsePlugin } from 'workbox-cacheable-response';
import { ExpirationPlugin } from 'workbox-expiration';
import { CacheFirst } from 'workbox-strategies';

export const ADMIN_PATH = '/assets/admin/';

/**
 * The admins' screens, which learners never fetch and which are therefore not precached: kept as they are
 * seen. Their names carry a hash, so the device's copy is always right; those of older versions fall out
 * by number, for open tabs may still need them for a while.
 */
export const adminFiles = new CacheFirst({
  cacheName: 'carrel-admin',
  plugins: [
    new CacheableResponsePlugin({ statuses: [200] }),
    new ExpirationPlugin({ maxEntries: 40, purgeOnQuotaError: true }),
  ],
});

/** Keeps the files that a page names, as far as they are admins' screens and not kept yet. */
export async function keepAdminFiles(event: ExtendableMessageEvent): Promise<void> {
  const paths = adminPaths(event.data);
  await Promise.all(paths.map((path) => adminFiles.handle({ event, request: new Request(path) })));
}

/** Whatever else a message names is left alone: a page may be of another version. */
function adminPaths(data: unknown): string[] {
  if (typeof data !== 'object' || data === null || !('paths' in data) || !Array.isArray(data.paths))
    return [];
  return data.paths.filter(
    (path): path is string => typeof path === 'string' && /^\/assets\/admin\/[\w.-]+$/.test(path),
  );
}
