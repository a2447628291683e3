import { defineConfig } from '@playwright/test';

/** Whole-system tests: every spec starts its own server and browsers (see world/), so nothing is shared. */
export default defineConfig({
  testDir: '.',
  testMatch: '**/*.spec.ts',
  outputDir: '../test-results/e2e',
  fullyParallel: false,
  // One more than cores: a test that waits for its browser leaves room for another.
  workers: 3,
  retries: 0,
  forbidOnly: true,
  // Ceilings for a busy machine; a test that passes never comes near them.
  timeout: 180_000,
  expect: { timeout: 30_000 },
  reporter: [['list'], ['json']],
});
