/** Applies the update that is ready; null while there is none. */
let take: (() => void) | null = null;
const listeners = new Set<() => void>();

/** Sets that a new version is ready, and how to apply it. */
export function offerUpdate(apply: () => void): void {
  take = apply;
  for (const listener of listeners) listener();
}

export function isUpdateReady(): boolean {
  return take !== null;
}

/** Applies the offered update; the page reloads. Does nothing if there is none. */
export function applyUpdate(): void {
  take?.();
}

export function subscribeUpdate(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
