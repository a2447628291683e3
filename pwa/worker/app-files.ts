import { addPlugins, getCacheKeyForURL, matchPrecache, type PrecacheEntry } from 'workbox-precaching';
import { isServerThere } from '#pwa/api/server-there.ts';

/** What the app needs to start; without the rest it opens, and says what is missing. */
const NEEDED = /^\/(index\.html|assets\/(index|base|rolldown-runtime)-[\w-]+\.(js|css))$/;
/** With these a filter refuses a file that the server has. */
const REFUSED = [403, 451];

/**
 * Lets the worker be installed although single files cannot be fetched: an ad blocker, or a filter in the network, that
 * blocks one file must not cost the whole app without a network. While the server itself cannot be reached, or lacks the
 * file because a new version is being deployed, the installation fails as before, and the browser repeats it.
 */
export function tolerateBlockedFiles(): void {
  addPlugins([
    {
      async handlerDidError({ event, request, error }) {
        if (event?.type !== 'install' || !isBlocked(request, error)) return undefined;
        return (await isServerThere()) ? new Response(null, { status: 403 }) : undefined;
      },
    },
  ]);
}

function isBlocked(request: Request, error: Error): boolean {
  if (NEEDED.test(new URL(request.url).pathname)) return false;
  const details: unknown = Reflect.get(error, 'details');
  if (typeof details !== 'object' || details === null || !('status' in details)) return true;
  return REFUSED.some((status) => status === details.status);
}

/** Fetches the files of the app that are not on the device. Returns the paths of those that still are not. */
export async function completeApp(manifest: readonly (PrecacheEntry | string)[]): Promise<string[]> {
  const missing: string[] = [];
  for (const entry of manifest) {
    const { href, pathname } = new URL(typeof entry === 'string' ? entry : entry.url, self.location.href);
    if ((await matchPrecache(href)) === undefined && !(await store(href))) missing.push(pathname);
  }
  return missing;
}

async function store(href: string): Promise<boolean> {
  const reply = await fetch(href, { cache: 'reload' }).catch(() => undefined);
  const key = getCacheKeyForURL(href);
  const name = (await caches.keys()).find((one) => one.startsWith('workbox-precache'));
  if (!reply?.ok || reply.redirected || key === undefined || name === undefined) return false;
  await (await caches.open(name)).put(key, reply);
  return true;
}
