import { expect, type Page } from '@playwright/test';

/**
 * Waits until the page has filled the log of the databases after the last kill: until then, Chromium itself may
 * delete them at the next one (docs/why/storage.md, e2e/crash/torn-log.spec.ts).
 */
export async function untilProtected(page: Page, killedAt: number): Promise<void> {
  const readEnd = () => page.evaluate(() => Date.parse(localStorage.getItem('carrel.unclean-end') ?? ''));
  await expect.poll(readEnd, 'when the last unclean end was found').toBeGreaterThan(killedAt);
}
