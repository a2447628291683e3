import { defineConfig } from '@playwright/test';

/** Whole-system tests: every spec starts its own server and browsers (see world/) and shares nothing. */
export default defineConfig({
  testDir: '.',
  testMatch: '**/*.spec.ts',
  outputDir: '../test-results/e2e',
  fullyParallel: false,
  // One more than cores: a test that waits for its browser leaves a core idle.
  workers: 3,
  retries: 0,
  forbidOnly: true,
  // Upper limits for a busy machine; passing tests stay far below them.
  timeout: 180_000,
  expect: { timeout: 30_000 },
  reporter: [['list'], ['json']],
});
