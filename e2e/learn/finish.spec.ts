import { expect } from '@playwright/test';
import { signUpWithCourse } from '../world/learner.ts';
import { readServerDb } from '../world/server-db.ts';
import { test } from '../world/world.ts';

const LESSONS = 8;
const lessonId = (number: number) => `course-2-lesson-${String(number).padStart(2, '0')}`;

test('On a phone a learner completes lesson after lesson with one button, and finishes the course offline', {
  tag: '@journey',
}, async ({ server, device }) => {
  // A required test completes its lesson by passing: take-test.spec.ts.
  server.change("update quizzes set isRequired = 0 where lessonId = 'course-2-lesson-08'");
  const page = await device.open();
  await page.setViewportSize({ width: 390, height: 844 });
  await signUpWithCourse(page, server.url, { courseId: 'course-2', code: server.codes('course-2')[0] });
  await page.getByRole('link', { name: /^Start Learning/ }).click();
  const isLesson = (number: number) =>
    expect(page.getByText(new RegExp(`^Lesson ${number} ·`))).toBeVisible();
  await isLesson(1);
  const bar = page.getByRole('navigation', { name: 'Lesson' });

  // One lesson is left out.
  for (let number = 1; number < LESSONS; number += 1) {
    if (number === 3) await bar.getByRole('link', { name: 'Next Lesson' }).click();
    else await page.getByRole('button', { name: 'Complete and next' }).click();
    await isLesson(number + 1);
    if (number === LESSONS - 2) await server.stop();
  }
  const onward = page.getByRole('button', { name: 'Complete and go to lesson 3' });
  await onward.scrollIntoViewIfNeeded();
  const [button, below] = [await onward.boundingBox(), await bar.boundingBox()];
  expect(Number(button?.y) + Number(button?.height)).toBeLessThanOrEqual(Number(below?.y));
  await onward.click();
  await isLesson(3);
  await page.getByRole('button', { name: 'Complete course' }).click();

  const moment = page.getByRole('dialog', { name: 'You have finished Numbers for small shops' });
  await expect(moment).toContainText('8 lessons · 44 min');
  await expect(moment).toContainText('It will be sent when you are connected.');
  await moment.getByRole('link', { name: 'Go to dashboard' }).click();
  await expect(page.getByText(/^Finished on .* · 8 lessons$/)).toBeVisible();
  await page.getByRole('link', { name: /^Read again/ }).click();
  await isLesson(1);
  await expect(moment).toHaveCount(0);
  await expect(bar.getByRole('button', { name: 'Completed' })).toBeVisible();

  await page.clock.install();
  await server.start();
  // The browser does not notice that a server is back: the app tries the connection every 30 seconds.
  await expect
    .poll(async () => {
      await page.clock.fastForward(30_000);
      return readServerDb(server, 'Alice').completed;
    })
    .toEqual(Array.from({ length: LESSONS }, (_, index) => lessonId(index + 1)));
});
