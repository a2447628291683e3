import type { Page } from '@playwright/test';

/** Marks the current page: after a reload the mark is gone. */
export const mark = (page: Page) =>
  page.evaluate(() => document.documentElement.setAttribute('data-mark', ''));
export const isMarked = (page: Page) =>
  page.evaluate(() => document.documentElement.hasAttribute('data-mark'));
export const untilUnmarked = (page: Page) =>
  page.waitForFunction(() => !document.documentElement.hasAttribute('data-mark'));
