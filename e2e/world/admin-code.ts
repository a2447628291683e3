import type { Page } from '@playwright/test';
import { listAdminFiles } from './admin.ts';

/** Of those that pwa/app/start/load-admin-screens.ts loads one after the other. */
const LAST_SCRIPTS = /^(required-step-page|second-factor|admin-replay|pull-admin)-.*\.js$/;

/**
 * Waits until a page without a worker has loaded the code that it loads when it is idle. If the connection ended
 * meanwhile and came back at once, the page would reload itself.
 */
export async function untilAdminCodeIsLoaded(page: Page): Promise<void> {
  const last = (await listAdminFiles()).filter((name) => LAST_SCRIPTS.test(name));
  await page.waitForFunction((names) => {
    const loaded = performance.getEntriesByType('resource').map(({ name }) => name.split('/').at(-1));
    return names.every((name) => loaded.includes(name));
  }, last);
}
