import { StrictMode } from 'react';
import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import { registerWorker } from '../install/register-worker.ts';
import { dropFirstDesk } from '../session/first-desk.ts';
import { startSession } from '../session/session.ts';
import { readKnownUser, watchKnownUser } from '../store/known-user.ts';
import { startLine } from '../sync/start-line.ts';
import { uploadForAdmins } from './admin-uploads.ts';
import { ErrorBoundary } from './error-boundary.tsx';
import { hasFirstPicture } from './first-picture.ts';
import { guardFrozenPage } from './frozen-page.ts';
import { App } from './router.tsx';
import { findScreen } from './screens.tsx';
import { reloadOnceOnStaleChunks } from './stale-chunks.ts';
import { untilLoaded } from './until-loaded.ts';
import { warmAdminScreens } from './warm-admin.ts';

/** The idle timeout after which the store is loaded anyway. */
const QUIET_PATIENCE_MS = 2_000;

/**
 * How long the placeholder of index.html stays while a slow device is read, before the app renders its
 * loading state.
 */
const READ_PATIENCE_MS = 500;
/** The same timeout for a prerendered page, whose content must not be replaced by a loading state. */
const READER_PATIENCE_MS = 5_000;

/**
 * Renders the app over the placeholder of index.html, once the current screen's chunk and its data from the
 * device are loaded: an intermediate empty state would be wasted.
 *
 * @param isRead resolves when the device has been read; never rejects
 */
export async function startApp(isRead: Promise<void>): Promise<void> {
  const root = document.getElementById('root');
  if (root === null) throw new Error('index.html has no #root');
  reloadOnceOnStaleChunks();
  guardFrozenPage();
  // For a visitor, the session may still be restored; for a known user, the first render does not wait for
  // it.
  if (readKnownUser() === null) void startSession();
  const patienceMs = hasFirstPicture() ? READER_PATIENCE_MS : READ_PATIENCE_MS;
  const patience = new Promise<void>((resolve) => setTimeout(resolve, patienceMs));
  // The error boundary reports a chunk that fails to load, so the app is rendered either way.
  const screen = findScreen(location.pathname)
    ?.preload()
    .catch(() => undefined);
  await Promise.all([screen, Promise.race([isRead, patience])]);
  void startSession();
  // Synchronous: work scheduled after the first paint, such as dropping the preloaded data, must not run
  // before it.
  flushSync(() =>
    createRoot(root).render(
      <StrictMode>
        <ErrorBoundary>
          <App />
        </ErrorBoundary>
      </StrictMode>,
    ),
  );
  registerWorker();
  warmAdminScreens();
  afterFirstPaint(() => {
    dropFirstDesk();
    startLineOrSync();
  });
}

/** Visitors need only connectivity; the sync code is loaded when a user is known. */
function startLineOrSync(): void {
  const start = () => {
    if (readKnownUser() === null) {
      startLine();
      return;
    }
    stopWatching();
    void untilLoaded(() => import('../sync/start.ts')).then(({ startSync }) => {
      startSync();
      uploadForAdmins();
    });
  };
  const stopWatching = watchKnownUser(start);
  start();
}

function afterFirstPaint(task: () => void): void {
  if ('requestIdleCallback' in window) requestIdleCallback(task, { timeout: QUIET_PATIENCE_MS });
  else setTimeout(task, 200);
}
