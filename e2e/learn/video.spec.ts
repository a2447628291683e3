import { expect, type Page } from '@playwright/test';
import { signUpUnlocked, untilRemembered } from '../world/learner.ts';
import { test } from '../world/world.ts';
import { changeRow, openLesson, unlockCourse } from './study.ts';

/** Seeks in the muted video and pauses there. */
async function stopAt(page: Page, seconds: number): Promise<void> {
  await page.waitForFunction(() => (document.querySelector('video')?.readyState ?? 0) >= 2);
  await page.evaluate(async (to) => {
    const video = document.querySelector('video');
    if (video === null) throw new Error('There is no video');
    video.muted = true;
    const sought = new Promise((resolve) => video.addEventListener('seeked', resolve, { once: true }));
    video.currentTime = to;
    await sought;
  }, seconds);
}

const positionOf = (page: Page) => page.evaluate(() => document.querySelector('video')?.currentTime ?? -1);

/** Presses “Start over” and leaves before the video has rendered a frame, which may take a while. */
async function startOverAndLeave(page: Page): Promise<void> {
  await page.evaluate(() => {
    for (const found of ['seeked', 'timeupdate'])
      document.addEventListener(found, (event) => event.stopImmediatePropagation(), { capture: true });
  });
  await page.getByRole('button', { name: 'Start over' }).click();
  await expect.poll(() => positionOf(page)).toBe(0);
  await page.getByRole('link', { name: 'Dashboard' }).click();
}

test('A video continues where it was left, also offline, and starts over on request', {
  tag: '@journey',
}, async ({ server, device }) => {
  const page = await device.open();
  await unlockCourse(page, server.url, server.codes('course-1')[0] ?? '');
  await server.stop();
  await openLesson(page, server.url, 4);
  await stopAt(page, 20);
  await untilRemembered(page, 'course-1-lesson-04', 20);
  await page.goto(`${server.url}/dashboard`);
  await expect(page.getByText('stopped at 0:20')).toBeVisible();
  await page.getByRole('link', { name: /Continue Learning.*Reading a tide table/ }).click();
  await expect(page.getByText('Resumed at 0:20')).toBeVisible();
  await expect.poll(() => positionOf(page)).toBe(20);
  expect(await page.evaluate(() => document.querySelector('video')?.src)).toContain('/__media/');

  await startOverAndLeave(page);
  await expect(page.getByRole('heading', { name: 'Reading a tide table' })).toBeVisible();
  await expect(page.getByText('stopped at')).toHaveCount(0);
});

test('A video that ends completes its lesson, says so, and can be undone', async ({ server, device }) => {
  const page = await device.openWithoutWorker();
  await signUpUnlocked(page, server.url, { code: server.codes('course-1')[0] });
  await openLesson(page, server.url, 4);
  await stopAt(page, 56);
  await page.evaluate(() => document.querySelector('video')?.play());
  await expect(page.getByText('The video ended')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Completed' })).toBeVisible();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByRole('button', { name: 'Mark complete' })).toBeVisible();
});

test('A video that is not on the device says so offline, and the text is available', async ({
  server,
  device,
}) => {
  const page = await device.open();
  await unlockCourse(page, server.url, server.codes('course-1')[0] ?? '');
  await server.stop();
  const videoUrl = `/media/${'0'.repeat(32)}?expires=1&signature=x`;
  await changeRow(page, { table: 'lessons', key: 'course-1-lesson-02', fields: { videoUrl } });
  await openLesson(page, server.url, 2);
  await expect(page.getByText('This video is not downloaded')).toBeVisible();
  await expect(page.getByRole('article').getByRole('heading', { level: 2 }).first()).toBeVisible();
});

test('No foreign host receives a request before the learner presses Play', async ({ server, device }) => {
  const page = await device.open();
  await unlockCourse(page, server.url, server.codes('course-1')[0] ?? '');
  // A running server would restore the row.
  await server.stop();
  const videoUrl = 'https://www.youtube.com/watch?v=dQw4w9WgXcQ';
  await changeRow(page, { table: 'lessons', key: 'course-1-lesson-02', fields: { videoUrl } });
  const requestedUrls: string[] = [];
  await page.route(/youtube/, (route) => {
    requestedUrls.push(route.request().url());
    return route.abort();
  });
  await openLesson(page, server.url, 2);
  await expect(page.getByText('needs a connection. YouTube can see that you watch it.')).toBeVisible();
  expect(requestedUrls).toEqual([]);
  await page.getByRole('button', { name: 'Play from YouTube' }).click();
  await expect.poll(() => requestedUrls).toEqual(['https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ']);
  await expect(page.locator('iframe')).toHaveAttribute('sandbox', /allow-scripts/);
  await expect(page.locator('iframe')).toHaveAttribute('referrerpolicy', 'strict-origin-when-cross-origin');
});
