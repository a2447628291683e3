import type { Page } from '@playwright/test';

/**
 * Resolves once the page shows all of these texts, if only for a frame: on a busy machine, looks from outside miss a
 * message that clears after some seconds. To be called before the action that leads to it, and awaited with it.
 */
export async function untilShown(page: Page, ...texts: readonly string[]): Promise<void> {
  await page.waitForFunction((all) => all.every((text) => document.body?.textContent.includes(text)), texts);
}
