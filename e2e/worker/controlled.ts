import type { Page } from '@playwright/test';
import { untilControlled } from '../world/learner.ts';

/** Opens the app and waits until its service worker controls the page. */
export async function openControlled(page: Page, url: string): Promise<void> {
  await page.goto(url);
  await untilControlled(page);
}
