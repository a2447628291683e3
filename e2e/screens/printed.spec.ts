import { expect } from '@playwright/test';
import { signUpUnlocked } from '../world/learner.ts';
import { test } from '../world/world.ts';

test('A lesson is printed as an article without bars, on white, also from a dark screen', async ({
  server,
  device,
}) => {
  const page = await device.openWithoutWorker();
  await signUpUnlocked(page, server.url, { code: server.codes('course-1')[0] });
  await page.evaluate(() => localStorage.setItem('carrel.reading', '{"theme":"dark","text":"largest"}'));
  await page.emulateMedia({ colorScheme: 'dark', media: 'print' });
  await page.goto(`${server.url}/courses/course-1/learn?lesson=course-1-lesson-04`);
  const article = page.getByRole('article');
  await expect(article.getByRole('paragraph').nth(2)).toBeVisible();
  await expect(page.getByRole('banner').or(page.getByRole('complementary'))).toHaveCount(0);
  await expect(article.getByRole('navigation')).toHaveCount(0);
  await expect(page.locator('video')).toBeHidden();
  const look = await article.evaluate((element) => [
    getComputedStyle(document.body).backgroundColor,
    getComputedStyle(element).color,
    getComputedStyle(element.querySelector('p + p') ?? element).fontSize,
  ]);
  expect(look).toEqual(['rgb(255, 255, 255)', 'rgb(28, 34, 31)', '16px']);
});
