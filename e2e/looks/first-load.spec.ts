import { expect } from '@playwright/test';
import { FIRST_LOAD_MAX_KB, measureFirstLoad } from '../world/first-load.ts';
import { test } from '../world/world.ts';

test('the first screen stands with at most 130 kB of JavaScript', async ({ server }) => {
  for (const path of ['/', '/courses', '/signup']) {
    const { untilScreenKb } = await measureFirstLoad(server.url + path);
    expect(untilScreenKb, path).toBeGreaterThan(0);
    expect(untilScreenKb, path).toBeLessThanOrEqual(FIRST_LOAD_MAX_KB);
  }
});
