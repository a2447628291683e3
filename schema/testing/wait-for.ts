import { vi } from 'vitest';

/** Enough for a busy machine; a check that holds at once takes no longer. */
const TIMEOUT_MS = 20_000;

/**
 * Repeats a check until it does not throw, as `vi.waitFor` does, which gives up after one second. `timeout` and
 * `interval` in milliseconds.
 */
export function waitFor<T>(
  check: () => T | Promise<T>,
  options: { readonly timeout?: number; readonly interval?: number } = {},
): Promise<T> {
  return vi.waitFor(check, { timeout: TIMEOUT_MS, ...options });
}
