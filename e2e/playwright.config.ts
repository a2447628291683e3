import { defineConfig } from '@playwright/test';

/**
 * Whole-system tests: every test has its own server, and its own context of a browser or its own browser (see
 * world/).
 */
export default defineConfig({
  testDir: '.',
  testMatch: '**/*.spec.ts',
  outputDir: '../test-results/e2e',
  fullyParallel: false,
  // One test per core: its browser and its server are processes too.
  workers: '100%',
  retries: 0,
  forbidOnly: true,
  // Upper limits for a busy machine; passing tests stay far below them.
  timeout: 180_000,
  expect: { timeout: 30_000 },
  reporter: [['list'], ['json']],
});
