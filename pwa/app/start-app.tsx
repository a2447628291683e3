import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { registerWorker } from '../install/register-worker.ts';
import { dropFirstDesk } from '../session/first-desk.ts';
import { startSession } from '../session/session.ts';
import { readKnownUser } from '../store/known-user.ts';
import { uploadForAdmins } from './admin-uploads.ts';
import { ErrorBoundary } from './error-boundary.tsx';
import { App } from './router.tsx';
import { findScreen } from './screens.tsx';
import { reloadOnceOnStaleChunks } from './stale-chunks.ts';
import { warmAdminScreens } from './warm-admin.ts';

/** How long the browser may look for a quiet moment before the store is loaded all the same. */
const QUIET_PATIENCE_MS = 2_000;

/** How long the shell of index.html stands for a device that reads slowly, before the app shows that it waits. */
const READ_PATIENCE_MS = 500;

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
  // Where nobody is known the session may still be found; where somebody is, the first picture need not wait.
  if (readKnownUser() === null) void startSession();
  const patience = new Promise<void>((resolve) => setTimeout(resolve, READ_PATIENCE_MS));
  // A chunk that does not come is the error boundary's to report, so the app is drawn either way.
  const screen = findScreen(location.pathname)
    ?.preload()
    .catch(() => undefined);
  await Promise.all([screen, Promise.race([isRead, patience])]);
  void startSession();
  createRoot(root).render(
    <StrictMode>
      <ErrorBoundary>
        <App />
      </ErrorBoundary>
    </StrictMode>,
  );
  registerWorker();
  warmAdminScreens();
  afterFirstPaint(() => {
    dropFirstDesk();
    void loadSync();
  });
}

/** What sends and refreshes: the first picture, drawn from the device, does not wait for it. */
async function loadSync(): Promise<void> {
  const { startSync } = await import('../sync/start.ts');
  startSync();
  uploadForAdmins();
}

function afterFirstPaint(task: () => void): void {
  if ('requestIdleCallback' in window) requestIdleCallback(task, { timeout: QUIET_PATIENCE_MS });
  else setTimeout(task, 200);
}
