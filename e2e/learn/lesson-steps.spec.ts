import { expect, type Page } from '@playwright/test';
import { Settling } from '../visual/settling.ts';
import { untilWritten } from '../world/browser/device-store.ts';
import { untilRemembered } from '../world/learner.ts';
import { test } from '../world/world.ts';
import { openLesson, unlockCourse } from './study.ts';

/** Sending progress, the stream of changes, media, and once the code of questions, which the worker has stored. */
const EXPECTED = /\/api\/(sync|progress|batch|events)|\/media\/|\/__media\/|\/assets\/quiz-/;
const LESSONS = 12;
/** So many visits take longer than any delay after which the app does work in the background. */
const VISITS = 3;

const lessonId = (number: number) => `course-1-lesson-${String(number).padStart(2, '0')}`;

async function takeStep(page: Page, to: number): Promise<void> {
  await page.getByRole('link', { name: 'Next Lesson' }).click();
  await page.getByText(`Lesson ${to} ·`).waitFor();
  await expect(page.getByRole('article').locator('p').nth(2)).not.toBeEmpty();
}

test('Steps from lesson to lesson of a downloaded course request only progress and media', async ({
  server,
  device,
}) => {
  const page = await device.open();
  await unlockCourse(page, server.url, server.codes('course-1')[0] ?? '');
  await untilWritten(page, 'searchIndexes', 'course-1');
  const settling = new Settling(page);
  await openLesson(page, server.url, 1);
  // The last code that a start loads, after its pull.
  await page.waitForFunction(() =>
    performance.getEntriesByType('resource').some(({ name }) => name.includes('/download-wanted-')),
  );
  await settling.untilSettled();

  const others: string[] = [];
  page.on('request', (request) => {
    if (!EXPECTED.test(request.url())) others.push(request.url());
  });
  for (let number = 1; number <= VISITS; number += 1) {
    // The visit is stored and sent once the lesson is read.
    await untilRemembered(page, lessonId(number));
    await takeStep(page, number + 1);
  }
  for (let number = VISITS + 2; number <= LESSONS; number += 1) await takeStep(page, number);
  await settling.untilSettled();
  expect(others).toEqual([]);
});
