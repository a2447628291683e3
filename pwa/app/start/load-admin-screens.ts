import { WARM_ADMIN } from '#pwa/worker/messages.ts';
import { listScreens } from '../screens/screens.tsx';

const ADMIN_ASSETS = '/assets/admin/';

/** In a file of its own, which only admins load: it names every file of theirs. */
export async function loadAdminScreens(): Promise<void> {
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
  const ofWorker = await (await import('#pwa/features/admin-import/import-worker.ts')).preloadImportWorker();
  // Files loaded before the worker took control bypassed it, so it receives their names.
  const loaded = performance.getEntriesByType('resource').map((entry) => new URL(entry.name).pathname);
  const paths = [...new Set([...loaded, ...ofWorker].filter((path) => path.startsWith(ADMIN_ASSETS)))];
  active?.postMessage({ type: WARM_ADMIN, paths });
}
