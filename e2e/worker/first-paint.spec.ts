import { expect, type Page } from '@playwright/test';
import { test } from '../world/world.ts';

/** The current colours of the page's root, by name. */
function colours(page: Page, names: readonly string[]): Promise<string[]> {
  return page.evaluate((list) => {
    const style = getComputedStyle(document.documentElement);
    return list.map((name) => `${name} ${style.getPropertyValue(name).trim()}`);
  }, names);
}

const NAMES = ['--paper', '--line', '--ink', '--ink-2', '--green', '--brass', '--glow'];
const headerBox = (page: Page) => page.getByRole('banner').boundingBox();

/** A page that the app renders, and one that the server has rendered already. */
const PAGES = [
  { path: '/activate', painted: 'Loading Carrel' },
  { path: '/', painted: 'Your desk in the library' },
];

for (const colorScheme of ['light', 'dark'] as const) {
  for (const width of [390, 1280]) {
    test(`The shell is painted before any script, ${colorScheme}, ${width} px wide, and the app shifts nothing in it`, async ({
      server,
      device,
    }) => {
      const page = await device.openWithoutWorker();
      await page.setViewportSize({ width, height: 844 });
      await page.emulateMedia({ colorScheme });

      for (const { path, painted } of PAGES) {
        await page.route(/\/assets\/.*\.(js|css)$/, (route) => route.abort());
        await page.goto(server.url + path);
        await expect(page.getByText(painted)).toBeVisible();
        const before = { header: await headerBox(page), colours: await colours(page, NAMES) };
        const brand = await page.getByRole('link', { name: 'Carrel' }).locator('svg').boundingBox();

        await page.unrouteAll();
        await page.goto(server.url + path);
        await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
        await expect(page.getByText('Loading Carrel')).toHaveCount(0);
        await expect(page.locator('[inert]')).toHaveCount(0);
        const after = async () => ({ header: await headerBox(page), colours: await colours(page, NAMES) });
        await expect.poll(after).toEqual(before);
        await expect
          .poll(() => page.getByRole('banner').locator('a svg').first().boundingBox())
          .toEqual(brand);
      }
    });
  }
}

test('Nothing shifts while the app replaces the shell on a slow connection', async ({ server, device }) => {
  const page = await device.open();
  await page.addInitScript(() => {
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        const shift = 'value' in entry && typeof entry.value === 'number' ? entry.value : 0;
        const sum = Number(document.documentElement.dataset.shift ?? 0) + shift;
        document.documentElement.dataset.shift = String(sum);
      }
    }).observe({ type: 'layout-shift', buffered: true });
  });
  const tools = await page.context().newCDPSession(page);
  await tools.send('Network.enable');
  await tools.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 150,
    downloadThroughput: 200_000,
    uploadThroughput: 90_000,
  });
  await page.goto(server.url, { waitUntil: 'networkidle' });
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  expect(await page.evaluate(() => Number(document.documentElement.dataset.shift ?? 0))).toBeLessThan(0.01);
});
