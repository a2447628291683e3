import type { Page } from '@playwright/test';

/** Opens the app and waits until its service worker answers for this page and every file is on the device. */
export async function untilControlled(page: Page, url: string): Promise<void> {
  await page.goto(url);
  await page.waitForFunction(() => navigator.serviceWorker.controller?.state === 'activated');
}
