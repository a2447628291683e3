import { type Readable, Signal } from '#pwa/device/observable.ts';

/*
 * Pending navigations: screens whose chunk is still loading. Until then the previous page stays, so the UI
 * has to show that the next one is coming.
 */
let count = 0;
const changes = new Signal();

export const navigationPending: Readable<boolean> = { get: () => count > 0, subscribe: changes.subscribe };

/** Marks a navigation as pending until its chunk has loaded or failed. */
export function trackNavigation<T>(loading: Promise<T>): Promise<T> {
  change(1);
  return loading.finally(() => change(-1));
}

function change(by: 1 | -1): void {
  count += by;
  // Screens are loaded during a render, when other components must not be updated.
  queueMicrotask(() => changes.emit());
}
