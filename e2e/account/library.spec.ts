import { expect } from '@playwright/test';
import { untilControlled } from '../world/learner.ts';
import { test } from '../world/world.ts';

test('Users can search and sort the library, and the URL stores both', { tag: '@journey' }, async ({
  server,
  device,
}) => {
  const page = await device.openWithoutWorker();
  await page.goto(`${server.url}/library`);
  await expect(page.getByRole('heading', { level: 1, name: 'Digital Resource Library' })).toBeVisible();
  const count = page.getByRole('status').filter({ hasText: 'Showing' });
  await expect(count).toHaveText('Showing 3 resources');

  await page.getByRole('button', { name: 'Templates' }).click();
  await expect(count).toHaveText('Showing 1 resource');
  await expect(page.getByRole('button', { name: 'Templates' })).toHaveAttribute('aria-pressed', 'true');
  await expect(page).toHaveURL(/\/library\?category=templates$/);

  await page.getByRole('button', { name: 'Tools & Software' }).press('Enter');
  await expect(count).toHaveText('Showing 0 resources');
  await expect(page.getByRole('heading', { name: 'No resources match' })).toBeVisible();
  await page.getByRole('button', { name: 'Clear search and category' }).click();
  await expect(count).toHaveText('Showing 3 resources');

  const search = page.getByRole('searchbox', { name: 'Search the library' });
  await search.pressSequentially('OFFLINE-first', { delay: 5 });
  await expect(search).toHaveValue('OFFLINE-first');
  await expect(page.getByRole('link', { name: 'Offline-first web apps' })).toBeVisible();
  await expect(page).toHaveURL(/search=OFFLINE-first/);

  await page.getByRole('link', { name: 'Offline-first web apps' }).click();
  await page.waitForURL('**/courses/course-1');
  await page.goBack();
  await expect(search).toHaveValue('OFFLINE-first');
  await page.reload();
  await expect(search).toHaveValue('OFFLINE-first');
  await page.getByRole('button', { name: 'Clear search' }).click();
  await expect(search).toBeFocused();
  await expect(count).toHaveText('Showing 3 resources');

  // The link in the bar resets search and filters.
  await search.fill('nothing of the kind');
  await expect(count).toHaveText('Showing 0 resources');
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Library' }).click();
  await expect(search).toHaveValue('');
});

test('The library opens offline after a first visit', async ({ networkProxy, device }) => {
  const page = await device.open();
  await page.goto(`${networkProxy.url}/library`);
  await expect(page.getByText('Showing 3 resources')).toBeVisible();
  await untilControlled(page);
  networkProxy.cut();
  await page.reload();
  await expect(page.getByText('Showing 3 resources')).toBeVisible();
  await expect(page.getByText('This is the list saved on this device.')).toBeVisible();
});
