import { expect, type Page } from '@playwright/test';
import { emailOf, PASSWORD, register, signUp, untilControlled, untilUnlocked } from '../world/learner.ts';
import { returnOnline } from '../world/return-online.ts';
import { readServerDb } from '../world/server-db.ts';
import { postTo } from '../world/session.ts';
import { untilShown } from '../world/shown.ts';
import { test } from '../world/world.ts';

const field = (page: Page) => page.getByLabel('Activation code');
const unlock = (page: Page) => page.getByRole('button', { name: 'Unlock course' }).click();

test('Visitors can enter any code, log in while it is retained, and get its course', {
  tag: '@journey',
}, async ({ server, device }) => {
  const [code = ''] = server.codes('course-2');
  const page = await device.openWithoutWorker();
  await register(postTo(server.url), 'Alice');
  await page.goto(server.url);
  await page.getByRole('main').getByRole('link', { name: 'I have a code' }).click();
  await field(page).fill(code.toLowerCase());
  await page.getByRole('button', { name: 'Log in and unlock' }).click();
  await page.getByLabel('Email').fill(emailOf('Alice'));
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('main').getByRole('button', { name: 'Login' }).click();
  await expect(page).toHaveURL(/\/activate$/);
  await expect(field(page)).toHaveValue(code.toLowerCase());

  await field(page).fill('NO-SUCH-CODE');
  await unlock(page);
  await expect(page.getByText('Invalid activation code').first()).toBeVisible();
  await expect(page.locator('[data-sync="needsYou"]')).toHaveCount(0);
  await field(page).fill(code.toLowerCase());
  const [course] = server.query<{ title: string }>("select title from courses where id = 'course-2'");
  const success = ['Your course is unlocked', `“${course?.title}” is unlocked.`];
  await Promise.all([untilShown(page, ...success), unlock(page)]);
  await untilUnlocked(page);
  expect(readServerDb(server, 'Alice').activations).toEqual(['course-2']);
  await expect(page.getByRole('heading', { name: 'My Courses' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'I have a code' })).toHaveAttribute('href', '/activate');
});

test('Codes of several courses wait side by side offline, and unlock after reconnecting', async ({
  server,
  networkProxy,
  killableDevice: device,
}) => {
  const [one = ''] = server.codes('course-1');
  const [other = ''] = server.codes('course-3');
  let page = await device.open();
  await signUp(page, networkProxy.url, 'Alice');
  await untilControlled(page);
  await page.getByRole('main').getByRole('link', { name: 'I have a code' }).click();
  networkProxy.cut();
  await field(page).fill(one);
  await unlock(page);
  await expect(page.getByText('Saved on this device: will unlock when connected')).toBeVisible();
  await page.getByRole('button', { name: 'Enter another code' }).click();
  await field(page).fill(other);
  await unlock(page);
  await expect(page.getByText(other)).toBeVisible();
  await device.kill();

  page = await device.open();
  await page.goto(`${networkProxy.url}/dashboard`);
  await expect(page.getByText('The course of your code will unlock when connected')).toHaveCount(2);
  networkProxy.reconnect();
  await returnOnline(page);
  await expect
    .poll(() => readServerDb(server, 'Alice').activations.toSorted(), { timeout: 60_000 })
    .toEqual(['course-1', 'course-3']);
  await expect(page.getByText('will unlock when connected')).toHaveCount(0);
  await expect(page.getByRole('list').getByText('Offline-first web apps').first()).toBeVisible();
});
