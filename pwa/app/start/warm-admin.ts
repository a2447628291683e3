import { whenIdle } from '#pwa/device/when-idle.ts';
import { currentSession } from '#pwa/session/session.ts';
import { retryImport } from './retry-import.ts';

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
  whenIdle(() => void retryImport(async () => (await import('./load-admin-screens.ts')).loadAdminScreens()));
}
