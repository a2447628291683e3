/** How long to wait for a busy page before continuing anyway. */
const IDLE_TIMEOUT_MS = 1_000;

/** Resolves when the page is idle. */
export function untilIdle(): Promise<void> {
  return new Promise((resolve) => {
    if (typeof globalThis.requestIdleCallback === 'function')
      globalThis.requestIdleCallback(() => resolve(), { timeout: IDLE_TIMEOUT_MS });
    else setTimeout(resolve, 0);
  });
}
