import { refreshCatalogue } from '../../sync/refresh-catalogue.ts';

/**
 * Fetches the app and the course list afresh. Touches no draft, outbox, progress or download: it only
 * asks the worker to look for a new version of itself and its files, and replaces the public list.
 *
 * @throws {CallError} when the list cannot be fetched; whatever is on the device stays as it was
 */
export async function repair(): Promise<void> {
  await refreshCatalogue();
  const registration = await navigator.serviceWorker?.getRegistration();
  await registration?.update();
}
