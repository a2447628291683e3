import { expect, type Page } from '@playwright/test';
import { fillSignUp, untilStarted } from '../world/learner.ts';
import { isMarked, mark, untilUnmarked } from './mark.ts';
import { test } from './release-world.ts';

/** Every request, so the worker never controls the app. */
const ALWAYS = 1_000;
const link = (page: Page, name: string) => page.getByRole('navigation').getByRole('link', { name }).first();
const title = (page: Page, name: RegExp | string) => page.getByRole('heading', { level: 1, name });
const broken = (page: Page) => title(page, 'Something went wrong');

test('A page whose chunks are gone reloads once and retains input; if that does not help it says so', async ({
  releaseProxy,
  device,
}) => {
  releaseProxy.lose('/sw.js');
  const page = await device.open();
  await page.goto(`${releaseProxy.url}/support`);
  await page.getByLabel('Message').fill('Half a sentence');
  await mark(page);
  releaseProxy.lose('/assets/library-page-', '/library');
  const library = page.getByRole('navigation').getByRole('link', { name: 'Library' }).first();
  await library.click();
  await untilUnmarked(page);
  await expect(page).toHaveURL(/\/library$/);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await untilStarted(page);
  await mark(page);
  releaseProxy.lose('/assets/courses-page-');
  await page.getByRole('navigation').getByRole('link', { name: 'Courses' }).first().click();
  await expect(page.getByRole('heading', { name: 'Something went wrong' })).toBeVisible();
  expect(await isMarked(page)).toBe(true);
  releaseProxy.restore('/assets/courses-page-');
  await page.getByRole('button', { name: 'Try Again' }).click();
  await expect(page).toHaveURL(/\/courses$/);
  await expect(page.getByRole('heading', { level: 1, name: /courses/i })).toBeVisible();
  await page.goto(`${releaseProxy.url}/support`);
  await expect(page.getByLabel('Message')).toHaveValue('Half a sentence');
});

test('Offline a page whose chunk failed to load stays, and the chunk loads when the network returns', async ({
  networkProxy,
  device,
}) => {
  networkProxy.injectFault('lose-request', '/sw.js', ALWAYS);
  const page = await device.open();
  await page.goto(`${networkProxy.url}/support`);
  await page.getByLabel('Message').fill('Half a sentence');
  await mark(page);
  networkProxy.cut();
  await link(page, 'Library').click();
  await expect(broken(page)).toBeFocused();
  await link(page, 'Support').click();
  await expect(page.getByLabel('Message')).toHaveValue('Half a sentence');
  networkProxy.reconnect();
  await link(page, 'Library').click();
  await expect(title(page, 'Library')).toBeVisible();
  expect(await isMarked(page)).toBe(true);
});

test('A connection lost just after the login delays sending and fetching only until it returns', async ({
  releaseProxy,
  device,
}) => {
  const page = await device.open();
  releaseProxy.lose('/sw.js');
  releaseProxy.lose('/healthz');
  releaseProxy.lose('/assets/device-');
  await fillSignUp(page, releaseProxy.url, 'Alice');
  await expect(broken(page)).toBeVisible();
  await mark(page);
  const isFetched = page.waitForResponse('**/api/sync**');
  releaseProxy.restore('/assets/device-');
  expect((await isFetched).status()).toBe(200);
  expect(await isMarked(page)).toBe(true);
});
