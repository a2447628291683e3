/*
 * Requests downloads when the wanted files change. A request reaches this tab only; its run waits for the
 * lock of the tab that is downloading.
 */
const listeners = new Set<() => void>();

/** Requests a run: there may be something to download. */
export function requestDownloads(): void {
  for (const listener of listeners) listener();
}

/** Calls back at each request. Returns a function that stops. */
export function onDownloadRequest(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
