import { StrictMode } from 'react';
import { flushSync } from 'react-dom';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { whenIdle } from '#pwa/device/when-idle.ts';
import { registerWorker } from '#pwa/install/register-worker.ts';
import { isPrerendered } from '#pwa/prerender/prerender-lesson.ts';
import { clearPreloadedCourse } from '#pwa/session/queries/preloaded-course.ts';
import { startSession } from '#pwa/session/session.ts';
import { readKnownUser, watchKnownUser } from '#pwa/store/database/known-user.ts';
import { startConnectionMonitor } from '#pwa/sync/start-connection-monitor.ts';
import { ErrorBoundary } from '../routing/error-boundary.tsx';
import { App } from '../routing/router.tsx';
import { findScreen } from '../screens/screens.tsx';
import { takeServedPage } from '../served/take-served-page.ts';
import { uploadForAdmins } from './admin-uploads.ts';
import { guardBfcache } from './guard-bfcache.ts';
import { retryImport } from './retry-import.ts';
import { reloadOnceOnStaleChunks } from './stale-chunks.ts';
import { warmAdminScreens } from './warm-admin.ts';

/**
 * How long the placeholder of index.html stays while a slow device is read, before the app renders its
 * loading state.
 */
const PRELOAD_TIMEOUT_MS = 500;
/** The same timeout for a prerendered page, whose content must not be replaced by a loading state. */
const PRERENDERED_TIMEOUT_MS = 5_000;

/**
 * Renders the app over the placeholder of index.html, once the current screen's chunk and its data from the
 * device are loaded: an intermediate empty state would be wasted.
 *
 * @param isRead resolves when the device has been read; never rejects
 */
export async function startApp(preloaded: Promise<void>): Promise<void> {
  const root = document.getElementById('root');
  if (root === null) throw new Error('index.html has no #root');
  reloadOnceOnStaleChunks();
  guardBfcache();
  // For a visitor, the session may still be restored; for a known user, the first render does not wait for
  // it.
  if (readKnownUser() === null) void startSession();
  const timeoutMs = isPrerendered() ? PRERENDERED_TIMEOUT_MS : PRELOAD_TIMEOUT_MS;
  const timedOut = new Promise<void>((resolve) => setTimeout(resolve, timeoutMs));
  // The error boundary reports a chunk that fails to load, so the app is rendered either way.
  const screen = findScreen(location.pathname)
    ?.preload()
    .catch(() => undefined);
  await Promise.all([screen, Promise.race([preloaded, timedOut])]);
  void startSession();
  // Synchronous: work scheduled after the first paint, such as dropping the preloaded data, must not run
  // before it.
  const app = (
    <StrictMode>
      <ErrorBoundary>
        <App />
      </ErrorBoundary>
    </StrictMode>
  );
  if (takeServedPage(root)) hydrateRoot(root, app);
  else flushSync(() => createRoot(root).render(app));
  registerWorker();
  warmAdminScreens();
  whenIdle(() => {
    refreshSiteUnlessServed();
    clearPreloadedCourse();
    startConnectivityOrSync();
  });
}

/** Visitors need only connectivity; the sync code is loaded when a user is known. */
function startConnectivityOrSync(): void {
  const start = () => {
    if (readKnownUser() === null) {
      startConnectionMonitor();
      return;
    }
    stopWatching();
    void retryImport(() => import('#pwa/sync/start.ts')).then(({ startSync }) => {
      startSync();
      uploadForAdmins();
    });
  };
  const stopWatching = watchKnownUser(start);
  start();
}

/** A page of the server came with the settings of the site; those of the device may be old. */
function refreshSiteUnlessServed(): void {
  if (document.getElementById('site') !== null) return;
  void retryImport(() => import('#pwa/sync/pull/refresh-site.ts'))
    .then(({ refreshSite }) => refreshSite())
    // Without a connection the next start fetches them.
    .catch(() => undefined);
}
