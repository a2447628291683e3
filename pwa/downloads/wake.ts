/*
 * A bell: whoever changes what is wanted rings, whoever downloads hears. It reaches this tab only; the tab that
 * rings waits for its turn behind the one that downloads.
 */
const listeners = new Set<() => void>();

/** There may be something to fetch. */
export function wakeDownloads(): void {
  for (const listener of listeners) listener();
}

/** Calls back at each ring. Returns the way to stop. */
export function onWake(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
