import { currentSession } from '#pwa/session/session.ts';
import { WARM_ADMIN } from '#pwa/worker/messages.ts';
import { listScreens } from '../screens/screens.tsx';
import { retryImport } from './retry-import.ts';

const ADMIN_ASSETS = '/assets/admin/';
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
  whenQuiet(() => void retryImport(warm));
}

async function warm(): Promise<void> {
  const screens = listScreens().filter(({ access }) => access === 'admin');
  await Promise.all(screens.map((screen) => screen.preload()));
  await (await import('#pwa/features/editor/lazy/lazy-parts.ts')).preloadEditorParts();
  await (await import('#pwa/features/sync-centre/edits/lazy-parts.ts')).preloadCentreParts();
  await Promise.all([
    import('../routing/required-step-page.tsx'),
    import('#pwa/second-factor/second-factor-section.tsx'),
  ]);
  await Promise.all([import('#pwa/sync/replay/admin-replay.ts'), import('#pwa/store/admin/pull-admin.ts')]);
  const { active } = await navigator.serviceWorker.ready;
  // Files loaded before the worker took control bypassed it, so it receives their names.
  const loaded = performance.getEntriesByType('resource').map((entry) => new URL(entry.name).pathname);
  const paths = [...new Set(loaded.filter((path) => path.startsWith(ADMIN_ASSETS)))];
  active?.postMessage({ type: WARM_ADMIN, paths });
}

function whenQuiet(task: () => void): void {
  if ('requestIdleCallback' in window) requestIdleCallback(task, { timeout: IDLE_TIMEOUT_MS });
  else setTimeout(task, 1_000);
}
