/**
 * Refreshes the course list. The part of the app that writes the store comes by itself and later, so that
 * the page is painted before it.
 *
 * @throws {CallError} when the list cannot be fetched; what is on the device stays as it was
 */
export async function fetchCatalogue(): Promise<void> {
  const { refreshCatalogue } = await import('../../sync/refresh.ts');
  await refreshCatalogue();
}
