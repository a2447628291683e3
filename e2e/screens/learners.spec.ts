import { expect } from '@playwright/test';
import { ACTIVATION_REDIRECT_MS } from '#schema/limits.ts';
import { Countdown } from '../world/countdown.ts';
import { enterCode, signUp, signUpUnlocked, untilReloaded, untilUnlocked } from '../world/learner.ts';
import { test } from '../world/world.ts';

/** Tolerance between the page's countdown and the system clock. */
const CLOCK_GRAIN_MS = 100;

test('Unlocking a course counts down to the dashboard, which a button opens at once', async ({
  server,
  device,
}) => {
  const page = await device.openWithoutWorker();
  const countdown = await Countdown.watch(page);
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
  await untilReloaded(page);
  const counted = await countdown.take();
  expect(counted.first).toBe('dashboard opens in 3 s, by a bar');
  expect(counted.ms).toBeGreaterThanOrEqual(ACTIVATION_REDIRECT_MS - CLOCK_GRAIN_MS);
  await expect(page.getByText(/^1 course ·/)).toBeVisible();

  await page.goto(`${server.url}/courses/course-1/activate`);
  await page.waitForURL('**/dashboard');
  await countdown.pressAtOnce();
  await enterCode(page, server.url, { courseId: 'course-2', code: server.codes('course-2')[0] ?? '' });
  await untilUnlocked(page);
  expect((await countdown.take()).first).toBe('dashboard opens in 3 s, by a bar');
  await expect(page.getByRole('region', { name: 'My Courses' }).getByRole('listitem')).toHaveCount(2);
  await expect(recommended).toHaveCount(1);
});

test('A lesson has its video in 16:9, its minutes, and its resources in a new tab', async ({
  server,
  device,
}) => {
  const page = await device.openWithoutWorker();
  await signUpUnlocked(page, server.url, { code: server.codes('course-1')[0] });
  await page.goto(`${server.url}/courses/course-1/learn?lesson=course-1-lesson-04`);
  await expect(page.getByText(/^Lesson 4 · \d+ min$/)).toBeVisible();
  const video = page.locator('video');
  await expect.poll(async () => (await video.boundingBox())?.height ?? 0).toBeGreaterThanOrEqual(480);
  const resources = page.getByRole('region', { name: 'Additional Resources' }).getByRole('link');
  await expect(resources.filter({ hasText: 'PDF' })).toHaveAttribute('target', '_blank');

  await page.setViewportSize({ width: 390, height: 844 });
  const readShape = async () => {
    const { width = 0, height = 1 } = (await video.boundingBox()) ?? {};
    return Math.round((width / height) * 10) / 10;
  };
  await expect.poll(readShape).toBe(1.8);
});

test('A course whose content fails to load says so, and loads with Try Again', async ({ server, device }) => {
  const page = await device.openWithoutWorker();
  await page.route('**/api/courses/course-1/content', (route) => route.fulfill({ status: 500, body: '' }));
  await signUpUnlocked(page, server.url, { code: server.codes('course-1')[0] });
  await page.goto(`${server.url}/courses/course-1/learn`);
  await expect(page.getByRole('heading', { name: 'Problem Loading Content' })).toBeVisible();
  await expect(page.getByRole('alert').filter({ hasText: 'Something went wrong' })).toHaveCount(1);
  await expect(page.getByText('Error fetching course content', { exact: true })).toHaveCount(1);
  const again = page.getByRole('button', { name: 'Try Again' });
  await expect(again).toBeEnabled();
  await page.unroute('**/api/courses/course-1/content');
  const title = page.getByRole('heading', { level: 1, name: 'Where the signal goes' });
  // The app also retries automatically: when the button is gone, the click goes to the title, which is
  // harmless.
  await again.or(title).first().click();
  await expect(title).toBeVisible();
});
