import { vi } from 'vitest';

/** Enough for a busy machine; a check that holds at once takes no longer. */
const TIMEOUT_MS = 60_000;

/** The name of a global with a shorter time, for tests that have to fail. Modules may be loaded more than once. */
export const WAIT_LIMIT_MS = 'carrelWaitLimitMs';

function findLimitMs(): number {
  const limit: unknown = Reflect.get(globalThis, WAIT_LIMIT_MS);
  return typeof limit === 'number' ? limit : TIMEOUT_MS;
}

/**
 * Repeats a check until it does not throw, as `vi.waitFor` does, which gives up after one second. `timeout` and
 * `interval` in milliseconds.
 */
export function waitFor<T>(
  check: () => T | Promise<T>,
  options: { readonly timeout?: number; readonly interval?: number } = {},
): Promise<T> {
  return vi.waitFor(check, { timeout: findLimitMs(), ...options });
}
