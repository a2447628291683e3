import { currentSession } from '#pwa/session/session.ts';
import { retryImport } from './retry-import.ts';

const IDLE_TIMEOUT_MS = 5_000;

let isWarmed = false;

/**
 * Once an admin is signed in, loads every admin screen and its sync code and has the worker cache them, so
 * that they work offline and after a deploy. Learners do not download them. Does nothing without a worker.
 */
export function warmAdminScreens(): void {
  if (import.meta.env.DEV || !('serviceWorker' in navigator)) return;
  currentSession.subscribe(warmIfAdmin);
  warmIfAdmin();
}

function warmIfAdmin(): void {
  const session = currentSession.get();
  if (isWarmed || session.state !== 'signedIn' || session.user.role !== 'admin') return;
  isWarmed = true;
  whenQuiet(() => void retryImport(async () => (await import('./load-admin-screens.ts')).loadAdminScreens()));
}

function whenQuiet(task: () => void): void {
  if ('requestIdleCallback' in window) requestIdleCallback(task, { timeout: IDLE_TIMEOUT_MS });
  else setTimeout(task, 1_000);
}
