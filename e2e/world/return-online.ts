import type { Page } from '@playwright/test';

/**
 * The browser's events of a connection that is there again. Without them, as after a server was down, the app tries the
 * connection every 30 seconds, and waits longer for its next attempt with every failure.
 */
export const returnOnline = (page: Page): Promise<void> =>
  page.evaluate(() => {
    for (const name of ['offline', 'online']) window.dispatchEvent(new Event(name));
  });
