/** How an update that lies ready is taken over; null while there is none. */
let take: (() => void) | null = null;
const listeners = new Set<() => void>();

/** Says that a new version lies ready, and how to take it. */
export function offerUpdate(apply: () => void): void {
  take = apply;
  for (const listener of listeners) listener();
}

export function isUpdateReady(): boolean {
  return take !== null;
}

/** Takes the update that was offered; the page reloads. Does nothing while there is none. */
export function applyUpdate(): void {
  take?.();
}

export function subscribeUpdate(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
