import { expect } from '@playwright/test';
import { enterCode, signUp, untilUnlocked, untilWorksOffline } from '../world/learner.ts';
import { test } from '../world/world.ts';

test('unlocking counts down to the dashboard, which a button opens at once', async ({ server, device }) => {
  const page = await device.open();
  await signUp(page, server.url, 'Alice');
  await expect(page.getByText('0 courses')).toBeVisible();
  const recommended = page.getByRole('region', { name: 'Recommended for you' }).getByRole('listitem');
  await expect(recommended).toHaveCount(2);

  await page.goto(`${server.url}/courses/course-1/activate`);
  const main = page.getByRole('main');
  await expect(main.getByRole('link', { name: 'Contact support' })).toHaveAttribute('href', '/support');
  await main.getByRole('link', { name: 'Cancel' }).click();
  await page.waitForURL((url) => url.pathname === '/courses/course-1');

  await enterCode(page, server.url, { courseId: 'course-1', code: server.codes('course-1')[0] ?? '' });
  await expect(page.getByRole('progressbar', { name: 'Time until your dashboard opens' })).toBeVisible();
  await expect(page.getByText('Your dashboard opens in 3 s')).toBeVisible();
  await untilUnlocked(page);
  await expect(page.getByText(/^1 course ·/)).toBeVisible();

  await page.goto(`${server.url}/courses/course-1/activate`);
  await page.waitForURL('**/dashboard');
  await enterCode(page, server.url, { courseId: 'course-2', code: server.codes('course-2')[0] ?? '' });
  await page.getByRole('button', { name: 'Go to dashboard' }).click();
  await page.waitForURL('**/dashboard', { timeout: 2_000 });
  await expect(page.getByRole('region', { name: 'My Courses' }).getByRole('listitem')).toHaveCount(2);
  await expect(recommended).toHaveCount(1);
});

test('a lesson has its film in 16:9, its minutes, and what goes with it in a new tab', async ({
  server,
  device,
}) => {
  const page = await device.open();
  await signUp(page, server.url, 'Alice');
  await enterCode(page, server.url, { courseId: 'course-1', code: server.codes('course-1')[0] ?? '' });
  await untilUnlocked(page);
  await untilWorksOffline(page);
  await page.goto(`${server.url}/courses/course-1/learn?lesson=course-1-lesson-04`);
  await expect(page.getByText(/^Lesson 4 · \d+ min$/)).toBeVisible();
  const film = page.locator('video');
  await expect.poll(async () => (await film.boundingBox())?.height ?? 0).toBeGreaterThanOrEqual(480);
  const resources = page.getByRole('region', { name: 'Resources' }).getByRole('link');
  await expect(resources.filter({ hasText: 'PDF' })).toHaveAttribute('target', '_blank');

  await page.setViewportSize({ width: 390, height: 844 });
  const box = await film.boundingBox();
  expect((box?.width ?? 0) / (box?.height ?? 1)).toBeCloseTo(16 / 9, 1);
});

test('a course whose content does not come says so, and comes with Try Again', async ({ server, device }) => {
  const page = await device.open();
  await signUp(page, server.url, 'Alice');
  await page.route('**/api/courses/course-1/content', (route) => route.fulfill({ status: 500, body: '' }));
  await enterCode(page, server.url, { courseId: 'course-1', code: server.codes('course-1')[0] ?? '' });
  await untilUnlocked(page);
  await page.goto(`${server.url}/courses/course-1/learn`);
  await expect(page.getByRole('heading', { name: 'Problem Loading Content' })).toBeVisible();
  await expect(page.getByText('Error fetching course content')).toBeVisible();
  const again = page.getByRole('button', { name: 'Try Again' });
  await expect(again).toBeEnabled();
  await page.unroute('**/api/courses/course-1/content');
  // At once: the app tries again by itself too, and then the button goes.
  await again.evaluate((button) => button.dispatchEvent(new MouseEvent('click', { bubbles: true })));
  await expect(page.getByRole('heading', { level: 1, name: 'Where the signal goes' })).toBeVisible();
});
