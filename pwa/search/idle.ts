/** How long a busy page is waited for: then it is time all the same. */
const PATIENCE_MS = 1_000;

/** Resolves when the page has nothing better to do. */
export function untilIdle(): Promise<void> {
  return new Promise((resolve) => {
    if (typeof globalThis.requestIdleCallback === 'function')
      globalThis.requestIdleCallback(() => resolve(), { timeout: PATIENCE_MS });
    else setTimeout(resolve, 0);
  });
}
