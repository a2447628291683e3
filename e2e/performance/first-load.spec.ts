import { expect } from '@playwright/test';
import { FIRST_LOAD_MAX_KB, measureFirstLoad } from '../world/browser/first-load.ts';
import { test } from '../world/world.ts';

test('A visitor’s page requests at most 130 kB of JavaScript until the network is idle', async ({
  server,
}) => {
  for (const path of ['/', '/courses', '/courses/course-1', '/login', '/signup']) {
    const kb = await measureFirstLoad(server.url + path);
    expect(kb, path).toBeGreaterThan(80);
    expect(kb, path).toBeLessThanOrEqual(FIRST_LOAD_MAX_KB);
  }
});
