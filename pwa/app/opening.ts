/*
 * Pending navigations: screens whose chunk is still loading. Until then the previous page stays, so the UI
 * has to show that the next one is coming.
 */
let count = 0;
const listeners = new Set<() => void>();

/** Marks a navigation as pending until its chunk has loaded or failed. */
export function whileOpening<T>(coming: Promise<T>): Promise<T> {
  change(1);
  return coming.finally(() => change(-1));
}

export function isOpening(): boolean {
  return count > 0;
}

export function subscribeOpening(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function change(by: 1 | -1): void {
  count += by;
  // Screens are loaded during a render, when other components must not be updated.
  queueMicrotask(() => {
    for (const listener of listeners) listener();
  });
}
