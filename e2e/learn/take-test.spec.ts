import { expect, type Page } from '@playwright/test';
import { expectAccessible } from '../world/axe.ts';
import { listCached } from '../world/browser/http-cache.ts';
import { dumpOriginStorage } from '../world/browser/origin-storage.ts';
import { ADMIN } from '../world/carrel-server.ts';
import { logIn, untilWorksOffline } from '../world/learner.ts';
import { returnOnline } from '../world/return-online.ts';
import { postTo } from '../world/session.ts';
import { test } from '../world/world.ts';
import { openLesson, unlockCourse } from './study.ts';

const PHONE = { width: 390, height: 844 };
const LESSON = 'course-1-lesson-01';

/** In the keys and explanations of the test, and nowhere else. */
const KEY_MARK = 'KEY-MARK';

/** A required test of three questions, of which two are needed. */
async function makeTest(origin: string): Promise<void> {
  const post = postTo(origin);
  const { token } = Object(await post('/api/auth/admin/login', ADMIN));
  const quiz = { id: 'tides', use: 'test', title: 'What moves the sea', isRequired: 1, attemptsMax: 2 };
  await post(`/api/admin/lessons/${LESSON}/quizzes`, quiz, token);
  const choices = JSON.stringify([
    { id: 'k', text: 'The moon and the sun' },
    { id: 'b', text: 'The wind' },
  ]);
  for (const prompt of ['What causes the tides?', 'What causes the waves?', 'What causes the surge?'])
    await post(
      '/api/admin/quizzes/tides/questions',
      { kind: 'one', prompt: `<p>${prompt}</p>`, choices, key: KEY, explanation: `Gravity. ${KEY_MARK}` },
      token,
    );
}

const KEY = JSON.stringify({ right: ['k'], model: KEY_MARK });

/** Nothing that the browser stores has the mark of a key; it has the questions. */
async function expectNoKeyStored(page: Page): Promise<void> {
  const places = await dumpOriginStorage(page, { isWhole: true });
  expect(places.join()).toContain('What causes the tides?');
  const withKey = places.filter((place) => place.includes(KEY_MARK));
  expect(withKey.map((place) => place.slice(0, place.indexOf(':')))).toEqual([]);
}

const regionOf = (page: Page) => page.getByRole('region', { name: 'What moves the sea' });

test('A test is taken offline on a phone that is killed in the middle, and its score is on both devices', async ({
  server,
  killableDevice: device,
  otherDevice,
}) => {
  await makeTest(server.url);
  let page = await device.open();
  await page.setViewportSize(PHONE);
  await unlockCourse(page, server.url, server.codes('course-1')[0] ?? '');
  await untilWorksOffline(page);
  await openLesson(page, server.url, 1);
  await device.context.setOffline(true);
  await expect(page.getByText('This lesson is complete when you pass the test')).toBeVisible();
  await expect(page.getByRole('button', { name: /Mark complete|Complete and next/ })).toHaveCount(0);
  await expectAccessible(page);
  await regionOf(page).getByRole('button', { name: 'Start the test' }).click();
  await regionOf(page).getByRole('radio', { name: 'The moon and the sun' }).check();
  await expect(regionOf(page)).toContainText('Saved on this device');
  await regionOf(page).getByRole('button', { name: 'Next question' }).click();
  await expect(regionOf(page)).toContainText('Question 2 of 3');
  await regionOf(page).getByRole('radio', { name: 'The moon and the sun' }).check();
  await expect(regionOf(page)).toContainText('Saved on this device');
  await expectAccessible(page);
  await expectNoKeyStored(page);

  await device.kill();
  page = await device.open();
  await page.setViewportSize(PHONE);
  await device.context.setOffline(true);
  await openLesson(page, server.url, 1);
  await expect(regionOf(page)).toContainText('Question 2 of 3');
  await expect(regionOf(page).getByRole('radio', { name: 'The moon and the sun' })).toBeChecked();
  await regionOf(page).getByRole('button', { name: 'Finish the test' }).click();
  await expect(regionOf(page)).toContainText('1 of 3 questions is not answered:');
  await expectAccessible(page);
  await regionOf(page).getByRole('button', { name: 'Hand in' }).click();
  await expect(regionOf(page)).toContainText('Handed in. Your score comes when you are connected');
  await expectNoKeyStored(page);
  expect(server.query('select id from attempts')).toEqual([]);

  await device.context.setOffline(false);
  await returnOnline(page);
  await expect(regionOf(page)).toContainText('Passed: 2 of 3 points, 66 %');
  await expect(page.getByText('Lesson completed. Next:')).toBeVisible();
  await expectNoKeyStored(page);
  await regionOf(page).getByRole('button', { name: 'Look at your answers' }).click();
  await expect(regionOf(page)).toContainText('Not answered');
  await expect(regionOf(page)).toContainText(KEY_MARK);
  await expectAccessible(page);
  // Neither the app nor the browser's HTTP cache stores the review.
  await expectNoKeyStored(page);
  const [{ id } = { id: '' }] = server.query<{ id: string }>('select id from attempts');
  expect(await listCached(page, [`/api/attempts/${id}/review`])).toEqual([]);

  const other = await otherDevice.open();
  await logIn(other, server.url, 'Alice');
  await openLesson(other, server.url, 1);
  await expect(regionOf(other)).toContainText('Passed: 2 of 3 points, 66 %');
});
