import { expect, type Page } from '@playwright/test';
import { signUpByForm, signUpWithCourse, unlockAndDownload, untilRemembered } from '../world/learner.ts';
import { readServerDb } from '../world/server-db.ts';
import { test } from '../world/world.ts';

const learn = (url: string, lesson: string) =>
  `${url}/courses/course-1/learn?lesson=course-1-lesson-${lesson}`;

async function completeLesson(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Mark complete' }).click();
  await expect(page.getByRole('button', { name: 'Completed' })).toBeVisible();
}

test('A learner unlocks a course, loses network and browser, continues offline, and it all arrives once', {
  tag: '@journey',
}, async ({ server, wholeBrowser: device }) => {
  const { url } = server;
  const [code = ''] = server.codes('course-1');
  let page = await device.open();
  await signUpByForm(page, url, 'Alice');
  await unlockAndDownload(page, url, { courseId: 'course-1', code });
  await page.goto(learn(url, '01'));
  await completeLesson(page);
  await expect.poll(() => readServerDb(server, 'Alice').completed).toEqual(['course-1-lesson-01']);

  // The network fails, and the phone crashes.
  await server.stop();
  await device.kill();
  page = await device.open();

  await page.goto(`${url}/dashboard`);
  await expect(page.getByRole('heading', { name: 'Welcome back, Alice' })).toBeVisible();
  await expect(page.getByText('Works offline').first()).toBeVisible();
  await expect(page.getByRole('link', { name: 'Continue Learning' }).first()).toBeVisible();

  await page.goto(`${url}/courses/course-1`);
  await expect(page.getByRole('heading', { name: 'Offline-first web apps', level: 1 })).toBeVisible();

  await page.goto(learn(url, '01'));
  for (let lesson = 2; lesson <= 12; lesson += 1) {
    await page.getByRole('link', { name: 'Next Lesson' }).click();
    await expect(page).toHaveURL(new RegExp(`lesson-${String(lesson).padStart(2, '0')}$`));
    // The URL changes before the page does.
    await expect(page.getByText(new RegExp(`^Lesson ${lesson} ·`))).toBeVisible();
    await expect(page.getByRole('article').getByRole('heading', { level: 2 }).first()).toBeVisible();
    if (lesson <= 3) await completeLesson(page);
  }
  await page.getByRole('link', { name: 'Previous Lesson' }).click();
  await expect(page.getByText(/^Lesson 11 ·/)).toBeVisible();
  await expect(page.locator('[data-sync="offline"], [data-sync="waiting"]')).toBeVisible();
  await untilRemembered(page, 'course-1-lesson-11');

  // Killed once more, with unsent work in the outbox.
  await device.kill();
  page = await device.open();
  await page.clock.install();
  await page.goto(`${url}/dashboard`);
  await expect(page.getByText('3 of 12 lessons')).toBeVisible();
  await page.getByRole('link', { name: 'Continue Learning' }).first().click();
  await expect(page).toHaveURL(/lesson-11$/);

  await server.start();
  // The browser does not notice that a server is back: the app tries the connection every 30 seconds.
  const readCompleted = async () => {
    await page.clock.fastForward(30_000);
    return readServerDb(server, 'Alice').completed;
  };
  await expect
    .poll(readCompleted)
    .toEqual(['course-1-lesson-01', 'course-1-lesson-02', 'course-1-lesson-03']);
  await page.goto(`${url}/dashboard`);
  await expect(page.locator('[data-sync="sent"]')).toBeVisible();
  const stored = readServerDb(server, 'Alice');
  expect(stored.activations).toEqual(['course-1']);
  expect(stored.codesUsed).toHaveLength(1);
  expect(new Set(stored.progress.map((row) => row.lessonId)).size).toBe(stored.progress.length);
});

test('A downloaded video plays and remembers its position with the server down', async ({
  server,
  wholeBrowser: device,
}) => {
  const { url } = server;
  const [code = ''] = server.codes('course-1');
  let page = await device.open();
  await signUpWithCourse(page, url, { name: 'Bob', code });
  await server.stop();
  await page.goto(learn(url, '01'));
  const video = page.locator('video');
  await expect(video).toHaveAttribute('src', /^\/__media\//);
  await video.evaluate(async (element: HTMLVideoElement) => {
    element.muted = true;
    await element.play();
    element.currentTime = 20;
  });
  await expect
    .poll(() => video.evaluate((element: HTMLVideoElement) => element.currentTime))
    .toBeGreaterThan(20);
  await video.evaluate((element: HTMLVideoElement) => element.pause());
  await expect(page.locator('[data-sync="offline"], [data-sync="waiting"]')).toBeVisible();
  await untilRemembered(page, 'course-1-lesson-01', 20);
  await device.kill();

  page = await device.open();
  await page.goto(learn(url, '01'));
  await expect
    .poll(() => page.locator('video').evaluate((element: HTMLVideoElement) => element.currentTime))
    .toBeGreaterThanOrEqual(20);
});
