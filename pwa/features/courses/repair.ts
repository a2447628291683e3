import { refreshCatalogue } from '#pwa/sync/pull/refresh-catalogue.ts';

/**
 * Refreshes the app and the course list. It changes no draft, outbox row, progress or download: it only makes
 * the worker check for a new version, and replaces the public list.
 *
 * @throws {CallError} if the list cannot be fetched; stored data is unchanged
 */
export async function repair(): Promise<void> {
  await refreshCatalogue();
  const registration = await navigator.serviceWorker?.getRegistration();
  await registration?.update();
}
