import { expect, type Page } from '@playwright/test';

/**
 * Stops the clock of a page (`page.clock`, which was installed before the page was opened): what the page shows for some
 * seconds stays until the test runs the clock, however long a busy machine takes.
 */
export async function pauseClock(page: Page): Promise<void> {
  // Refused where that moment is over when the call arrives.
  await expect(async () => page.clock.pauseAt(await page.evaluate(() => Date.now() + 1_000))).toPass();
}
