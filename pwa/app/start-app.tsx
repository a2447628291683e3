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

/** How long the browser may look for a quiet moment before the store is loaded all the same. */
const QUIET_PATIENCE_MS = 2_000;

/** How long the shell of index.html stands for a device that reads slowly, before the app shows that it waits. */
const READ_PATIENCE_MS = 500;
/** The same for a page that already has something to read: what it waits for must not take that away. */
const READER_PATIENCE_MS = 5_000;

/**
 * Draws the app over the shell that index.html painted, once the current screen's own chunk is here and
 * what the device has of it: an empty desk in between would be drawn for nothing.
 *
 * @param isRead resolves when the device has been read; never rejects
 */
export async function startApp(isRead: Promise<void>): Promise<void> {
  const root = document.getElementById('root');
  if (root === null) throw new Error('index.html has no #root');
  reloadOnceOnStaleChunks();
  guardFrozenPage();
  // Where nobody is known the session may still be found; where somebody is, the first picture need not wait.
  if (readKnownUser() === null) void startSession();
  const patienceMs = hasFirstPicture() ? READER_PATIENCE_MS : READ_PATIENCE_MS;
  const patience = new Promise<void>((resolve) => setTimeout(resolve, patienceMs));
  // A chunk that does not come is the error boundary's to report, so the app is drawn either way.
  const screen = findScreen(location.pathname)
    ?.preload()
    .catch(() => undefined);
  await Promise.all([screen, Promise.race([isRead, patience])]);
  void startSession();
  // At once: what is behind the first picture, such as dropping what it was drawn from, must not overtake it.
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

/** Visitors need the line; what sends and refreshes somebody's work is loaded when somebody is known. */
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
