import { expect, type Locator, type Page } from '@playwright/test';

/** Of the page's clock, and the time that its turn may take. */
const STEP_MS = 100;
const TURN_MS = 500;

/**
 * Stops the clock of a page (`page.clock`, which was installed before the page was opened): what the page shows for some
 * seconds stays until the test runs the clock, however long a busy machine takes.
 */
export async function pauseClock(page: Page): Promise<void> {
  // Refused where that moment is over when the call arrives.
  await expect(async () => page.clock.pauseAt(await page.evaluate(() => Date.now() + 1_000))).toPass();
}

/**
 * Runs the stopped clock of a page in small steps until so many elements are visible. A query that was slow pauses by that
 * clock before it runs again (`paced`), so a busy machine's page would not change while it stands.
 */
export async function runClockUntil(page: Page, locator: Locator, count = 1): Promise<void> {
  await expect(async () => {
    await page.clock.runFor(STEP_MS);
    await expect(locator.filter({ visible: true })).toHaveCount(count, { timeout: TURN_MS });
  }).toPass();
}
