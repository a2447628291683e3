import { afterEach, beforeEach, expect, vi } from 'vitest';

/* Every test fails that writes a `console.error`, unless it clears the spy. */
const consoleError = vi.spyOn(console, 'error');

beforeEach(() => {
  consoleError.mockClear();
});

afterEach(() => {
  expect(consoleError, 'an unexpected console.error').not.toHaveBeenCalled();
});
