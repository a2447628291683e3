import { afterEach, beforeEach, expect, vi } from 'vitest';

/**
 * Every test of this file fails that writes a `console.error`, unless it clears the spy. A function, because a
 * worker that runs several files loads this module once, but its set-up for each of them.
 */
export function failOnConsoleErrors(): void {
  const consoleError = vi.spyOn(console, 'error');
  beforeEach(() => {
    consoleError.mockClear();
  });
  afterEach(() => {
    expect(consoleError, 'an unexpected console.error').not.toHaveBeenCalled();
  });
}
