import { expect } from '@playwright/test';
import { signUpUnlocked } from '../world/learner.ts';
import { readServerDb } from '../world/server-db.ts';
import { test } from '../world/world.ts';
import { openLesson, unlockCourse } from './study.ts';

test('Learners can page lessons across modules; the title receives the focus and the page starts at its top', {
  tag: '@journey',
}, async ({ server, device }) => {
  const page = await device.open();
  await unlockCourse(page, server.url, server.codes('course-1')[0] ?? '');
  await server.stop();
  await page.goto(`${server.url}/courses/course-1/learn`);
  await expect(page).toHaveURL(/lesson=course-1-lesson-01$/);
  await expect(page.getByRole('button', { name: 'Previous Lesson' })).toBeDisabled();

  await openLesson(page, server.url, 3);
  await page.evaluate(() => scrollTo(0, document.body.scrollHeight));
  await page.getByRole('link', { name: 'Next Lesson' }).click();
  const title = page.getByRole('heading', { level: 1, name: 'Reading a tide table' });
  await expect(title).toBeFocused();
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(0);
  await page.getByRole('link', { name: 'Previous Lesson' }).click();
  await expect(page).toHaveURL(/lesson=course-1-lesson-03$/);

  await openLesson(page, server.url, 12);
  await expect(page.getByText('This is the last lesson')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Next Lesson' })).toBeDisabled();
});

test('On a phone the list of lessons is a drawer that closes after choosing', { tag: '@journey' }, async ({
  server,
  device,
}) => {
  const page = await device.openWithoutWorker();
  await page.setViewportSize({ width: 390, height: 844 });
  await signUpUnlocked(page, server.url, { code: server.codes('course-1')[0] });
  await openLesson(page, server.url, 1);
  await page.getByRole('button', { name: 'Mark complete' }).click();
  await page.getByRole('button', { name: 'Course content' }).click();
  const drawer = page.getByRole('dialog', { name: 'Course content' });
  await expect(drawer.getByText('1 of 12 lessons · 8%')).toBeVisible();
  await expect(drawer.locator('[aria-current=page]')).toContainText('Where the signal goes');
  await drawer.getByRole('link', { name: 'Undo is a feature' }).click();
  await expect(drawer).toBeHidden();
  await expect(page.getByRole('heading', { level: 1, name: 'Undo is a feature' })).toBeFocused();
  await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
});

test('On a phone “Mark complete” moves no other button and wraps no label', async ({ server, device }) => {
  const page = await device.openWithoutWorker();
  await page.setViewportSize({ width: 390, height: 844 });
  await signUpUnlocked(page, server.url, { code: server.codes('course-1')[0] });
  await openLesson(page, server.url, 1);
  const next = page.getByRole('link', { name: 'Next Lesson' });
  const before = await next.boundingBox();
  await page.getByRole('button', { name: 'Mark complete' }).click();
  await expect(page.getByRole('button', { name: 'Completed' })).toBeVisible();
  const after = await next.boundingBox();
  expect(after?.height).toBe(before?.height);
  expect(Math.abs(Number(after?.x) - Number(before?.x))).toBeLessThan(1);
});

test('A lesson that was only opened is not begun; one that was read to its middle is', async ({
  server,
  device,
}) => {
  const page = await device.openWithoutWorker();
  await signUpUnlocked(page, server.url, { code: server.codes('course-1')[0] });
  await openLesson(page, server.url, 2);
  await page.mouse.wheel(0, 200);
  await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(0);
  await page.goto(`${server.url}/dashboard`);
  await expect(page.getByText('Start here')).toBeVisible();
  await expect(page.getByRole('link', { name: /^Start Learning/ })).toBeVisible();
  expect(readServerDb(server, 'Alice').progress).toEqual([]);

  await openLesson(page, server.url, 2);
  await page.evaluate(() => scrollTo(0, document.body.scrollHeight / 2));
  await expect
    .poll(() => readServerDb(server, 'Alice').progress.map(({ lessonId }) => lessonId), { timeout: 60_000 })
    .toEqual(['course-1-lesson-02']);
  await page.goto(`${server.url}/dashboard`);
  await expect(page.getByText('Continue where you left off')).toBeVisible();
});
