import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { registerWorker } from '../install/register-worker.ts';
import { startSession } from '../session/session.ts';
import { ErrorBoundary } from './error-boundary.tsx';
import { App } from './router.tsx';
import { findScreen } from './screens.tsx';
import { reloadOnceOnStaleChunks } from './stale-chunks.ts';
import { warmAdminScreens } from './warm-admin.ts';

/** How long the browser may look for a quiet moment before the store is loaded all the same. */
const QUIET_PATIENCE_MS = 2_000;

/** Draws the app over the shell that index.html painted, the current screen's own chunk first. */
export async function startApp(): Promise<void> {
  const root = document.getElementById('root');
  if (root === null) throw new Error('index.html has no #root');
  reloadOnceOnStaleChunks();
  void startSession();
  // A chunk that does not come is the error boundary's to report, so the app is drawn either way.
  await findScreen(location.pathname)
    ?.preload()
    .catch(() => undefined);
  createRoot(root).render(
    <StrictMode>
      <ErrorBoundary>
        <App />
      </ErrorBoundary>
    </StrictMode>,
  );
  registerWorker();
  warmAdminScreens();
  afterFirstPaint(() => void loadSync());
}

/** What sends and refreshes: the first picture, drawn from the device, does not wait for it. */
async function loadSync(): Promise<void> {
  const { startSync } = await import('../sync/start.ts');
  startSync();
}

function afterFirstPaint(task: () => void): void {
  if ('requestIdleCallback' in window) requestIdleCallback(task, { timeout: QUIET_PATIENCE_MS });
  else setTimeout(task, 200);
}
