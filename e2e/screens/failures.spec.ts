import { expect } from '@playwright/test';
import { test } from '../world/world.ts';

// The worker could serve a cached file or send its own requests.
test.use({ serviceWorkers: 'block' });

test('A list that cannot be loaded says so once, and Try Again reloads the page', async ({
  server,
  device,
}) => {
  const page = await device.open();
  // Without a message, so the sentence of the catalogue is shown (spec map, section 8).
  await page.route('**/api/**', (route) =>
    route.fulfill({ status: 500, contentType: 'text/html', body: '' }),
  );
  // Without a query, the server sends the list with the page.
  await page.goto(`${server.url}/courses?page=1`);
  const main = page.getByRole('main');
  const panel = main.getByRole('alert').filter({ hasText: 'Something went wrong' });
  await expect(panel).toHaveCount(1);
  await expect(main.getByText('Error fetching courses', { exact: true })).toHaveCount(1);
  await page.evaluate(() => Object.assign(window, { isBeforeReload: true }));
  await panel.getByRole('button', { name: 'Try Again' }).click();
  await page.waitForFunction(() => !('isBeforeReload' in window));
  await expect(panel).toHaveCount(1);
});

test('A page that cannot be rendered says so, and Try Again reloads it', async ({ server, device }) => {
  const page = await device.open();
  await page.route('**/assets/courses-page-*.js', (route) => route.abort());
  await page.goto(`${server.url}/courses`);
  await expect(page.getByRole('heading', { name: 'Something went wrong' })).toBeVisible();
  await page.unroute('**/assets/courses-page-*.js');
  await page.getByRole('button', { name: 'Try Again' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Courses' })).toBeVisible();
});

test('A drawn placeholder replaces a picture that does not load', async ({ server, device }) => {
  const page = await device.open();
  await page.route('**/media/thumbnails/**', (route) => route.abort());
  await page.goto(`${server.url}/courses`);
  const card = page.getByRole('main').getByRole('listitem').first();
  await expect(card.getByRole('link')).toBeVisible();
  await expect(card.locator('img')).toHaveCount(0);
  await expect(card.locator('svg').first()).toBeVisible();
});
