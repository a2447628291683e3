import { expect, type Page } from '@playwright/test';
import { FIRST_LESSON, openFirstLesson } from '../editor/editor-page.ts';
import { adminLogIn, untilAdminWorksOffline } from '../world/admin.ts';
import { expectAccessible } from '../world/axe.ts';
import { untilWorksOffline } from '../world/learner.ts';
import { returnOnline } from '../world/return-online.ts';
import { test } from '../world/world.ts';
import { openLesson, unlockCourse } from './study.ts';

const PHONE = { width: 390, height: 844 };

/** A question with three choices, made without a network. */
async function makePractice(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Add practice' }).click();
  await page.getByRole('button', { name: 'Add question' }).click();
  const card = page.getByRole('region', { name: 'New question' });
  await card.getByRole('textbox', { name: 'Question', exact: true }).click();
  await page.keyboard.type('What causes the tides?');
  await card.getByLabel('Choice 1', { exact: true }).fill('The moon and the sun');
  await card.getByLabel('Choice 2', { exact: true }).fill('The wind');
  await card.getByRole('button', { name: 'Add choice' }).click();
  await card.getByLabel('Choice 3', { exact: true }).fill('The rotation of the earth');
  await card.getByRole('radio', { name: /^Right\s*: choice 1$/ }).check();
  await card.getByLabel('Explanation').fill('Their gravity pulls the water.');
  await expectAccessible(page);
  await card.getByRole('button', { name: 'Save question' }).click();
  await expect(page.getByText('1. What causes the tides?')).toBeVisible();
}

test('A practice question made offline is answered offline on a phone, and is in the report', async ({
  server,
  device,
  otherDevice,
}) => {
  const admin = await otherDevice.open();
  await adminLogIn(admin, server.url, '/admin/courses/course-1');
  await untilAdminWorksOffline(admin);
  await openFirstLesson(admin);
  await admin.getByRole('textbox', { name: 'Content', exact: true }).waitFor();
  await admin.context().setOffline(true);
  await makePractice(admin);
  const made = `from questions where quizId in (select id from quizzes where lessonId = '${FIRST_LESSON}')`;
  expect(server.query(`select id ${made}`)).toEqual([]);
  await admin.context().setOffline(false);
  await expect.poll(() => server.query(`select version ${made}`)).toEqual([{ version: 1 }]);

  const page = await device.open();
  await page.setViewportSize(PHONE);
  await unlockCourse(page, server.url, server.codes('course-1')[0] ?? '');
  await untilWorksOffline(page);
  await device.context.setOffline(true);
  await openLesson(page, server.url, 1);
  const practice = page.getByRole('region', { name: 'Practice' });
  await practice.getByRole('radio', { name: 'The wind' }).focus();
  await page.keyboard.press('Space');
  const row = await practice.getByText('The wind', { exact: true }).locator('..').boundingBox();
  expect(row?.height).toBeGreaterThanOrEqual(48);
  await page.keyboard.press('Enter');
  await expect(practice).toContainText('“The wind” is not the answer. Right is “The moon and the sun”.');
  await expect(practice).toContainText('Their gravity pulls the water.');
  await expect(practice).toContainText('Saved on this device');
  await expectAccessible(page);
  await page.reload();
  await expect(practice).toContainText('“The wind” is not the answer.');
  expect(server.query('select id from attempts')).toEqual([]);
  await device.context.setOffline(false);
  await returnOnline(page);
  const scores = () => server.query<{ score: number }>('select score from attempts');
  await expect.poll(scores).toEqual([{ score: 0 }]);

  await admin.goto(`${server.url}/admin/reports?course=course-1`);
  const report = admin.getByRole('region', { name: 'Practice' });
  await expect(report).toContainText('0 % right, 0 of 1');
  await expect(report).toContainText('Most frequent wrong answer: “The wind”, 1 time');
  await expect(report.getByRole('row').nth(1)).toContainText('0 of 1');
});
