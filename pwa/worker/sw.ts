/**
 * The service worker of Carrel.
 *
 * - The app's own files are precached at installation and served from there, so a cold start needs no
 *   network. Every navigation inside the app gets the same index.html.
 * - Admins' screens and course images are cached when they are used. A learner's downloaded files are served
 *   from that learner's media cache, and only from there.
 * - Requests below /api are never intercepted: their data is in IndexedDB, separate for each user (docs/why/pull.md).
 * - A new version waits until the user accepts it; lazily loaded parts of open tabs continue to work.
 */
import {
  cleanupOutdatedCaches,
  createHandlerBoundToURL,
  type PrecacheEntry,
  precacheAndRoute,
} from 'workbox-precaching';
import { NavigationRoute, registerRoute } from 'workbox-routing';
import { CACHED_FILE_PATH, IMAGE_PATH } from '../downloads/cache/cached-file-url.ts';
import { ADMIN_PATH, adminFiles, cacheAdminFiles } from './admin-files.ts';
import { completeApp, tolerateBlockedFiles } from './app-files.ts';
import {
  CLAIM_PAGES,
  COUNT_WINDOWS,
  LIST_MISSING,
  messageType,
  OUTBOX_SYNC_TAG,
  REPLAY_OUTBOX,
  SKIP_WAITING,
  WARM_ADMIN,
} from './messages.ts';
import { respondWithOfflineFile } from './offline-files.ts';
import { thumbnails } from './thumbnails.ts';

/** The one-off Background Sync event; Chromium only, and not yet in TypeScript's standard library. */
interface SyncEvent extends ExtendableEvent {
  readonly tag: string;
}

/** Not yet in TypeScript's standard library, and not in every browser. */
interface RoutingEvent extends ExtendableEvent {
  addRoutes?(rules: { condition: { urlPattern: { pathname: string } }; source: 'network' }): Promise<void>;
}

declare const self: ServiceWorkerGlobalScope & {
  /** Replaced at build time by the list of the app's files. */
  readonly __WB_MANIFEST: (PrecacheEntry | string)[];
  addEventListener(type: 'sync', listener: (event: SyncEvent) => void): void;
  addEventListener(type: 'install', listener: (event: RoutingEvent) => void): void;
};

/** Without such a rule the browser starts this worker for each request, only to learn that it is not intercepted. */
self.addEventListener('install', (event) => {
  const rules = { condition: { urlPattern: { pathname: '/api/*' } }, source: 'network' } as const;
  // Browsers reject what they do not know yet; the worker is installed all the same.
  const added = event.addRoutes?.(rules).catch(() => undefined);
  if (added !== undefined) event.waitUntil(added);
});

const manifest = self.__WB_MANIFEST;
tolerateBlockedFiles();
precacheAndRoute(manifest);
cleanupOutdatedCaches();

registerRoute(
  ({ url, sameOrigin }) => sameOrigin && url.pathname.startsWith(CACHED_FILE_PATH),
  ({ request, url }) => respondWithOfflineFile(request, url.pathname),
);

registerRoute(({ url, sameOrigin }) => sameOrigin && url.pathname.startsWith(IMAGE_PATH), thumbnails);

registerRoute(({ url, sameOrigin }) => sameOrigin && url.pathname.startsWith(ADMIN_PATH), adminFiles);

registerRoute(
  new NavigationRoute(createHandlerBoundToURL('/index.html'), {
    denylist: [/^\/api(\/|$)/, /^\/media\//, /^\/__media\//, /^\/(healthz|readyz)$/, /^\/\?network$/],
  }),
);

/**
 * The first installation claims the tab that caused it; a tab that was loading at that moment is missed, and
 * requests a claim. Updates claim no tab: tabs that accepted one reload anyway, and a claim while a
 * navigation waits for the activation can block both.
 */
if (self.registration.active === null) {
  self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()));
}

self.addEventListener('message', (event) => {
  const type = messageType(event.data);
  if (type === SKIP_WAITING) event.waitUntil(self.skipWaiting());
  if (type === CLAIM_PAGES) event.waitUntil(self.clients.claim());
  if (type === WARM_ADMIN) event.waitUntil(cacheAdminFiles(event).catch(() => undefined));
  if (type === LIST_MISSING) {
    const listed = completeApp(manifest);
    event.waitUntil(listed.then((missing) => event.ports[0]?.postMessage(missing)));
  }
  if (type === COUNT_WINDOWS)
    event.waitUntil(countWindows().then((count) => event.ports[0]?.postMessage(count)));
});

/** The worker only forwards the request: the page with the session replays. */
self.addEventListener('sync', (event) => {
  if (event.tag === OUTBOX_SYNC_TAG) event.waitUntil(askPagesToReplay());
});

async function countWindows(): Promise<number> {
  return (await listWindows()).length;
}

async function askPagesToReplay(): Promise<void> {
  for (const page of await listWindows()) page.postMessage({ type: REPLAY_OUTBOX });
}

function listWindows(): Promise<readonly WindowClient[]> {
  return self.clients.matchAll({ type: 'window', includeUncontrolled: true });
}
