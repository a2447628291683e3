import { expect, type Page } from '@playwright/test';
import { courseTitle } from '../editor/editor-page.ts';
import { adminLogIn } from '../world/admin.ts';
import { signUpWithCourse } from '../world/learner.ts';
import { test } from '../world/world.ts';

const EDITOR = '/admin/courses/course-1';

test('A draft is never called sent: the bar, the sync centre, the workspace and sign-out name it', async ({
  server,
  device,
}) => {
  const page = await device.open();
  await adminLogIn(page, server.url, EDITOR);
  await courseTitle(page).fill('Apps without a network');
  await expect(page.getByText('Saved on this device')).toBeVisible();

  await page.goto(`${server.url}/sync`);
  await expect(page.locator('[data-sync="drafts"]')).toHaveText('1 draft on this device only');
  const main = page.getByRole('main');
  await expect(main.getByText('1 draft on this device only')).toBeVisible();
  await expect(page.getByText('All sent')).toHaveCount(0);

  await page.getByRole('button', { name: /^Account of/ }).click();
  await page.getByRole('button', { name: 'Sign out' }).click();
  const dialog = page.getByRole('dialog', { name: 'Sign out with unsent work?' });
  await expect(dialog.getByRole('listitem')).toHaveText(['Course “Offline-first web apps”']);
  await dialog.getByRole('button', { name: 'Stay signed in' }).click();

  await page.goto(`${server.url}/admin/workspace?tab=published`);
  const card = page.getByRole('listitem').filter({ hasText: 'Draft on this device only' });
  await card.getByRole('link', { name: /^Continue the draft/ }).click();
  await expect(courseTitle(page)).toHaveValue('Apps without a network');
  await page.goto(`${server.url}/admin/workspace?tab=published`);
  await card.getByRole('button', { name: /^Discard the draft/ }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Discard' }).click();
  await expect(card).toHaveCount(0);
  await expect(page.locator('[data-sync="drafts"]')).toHaveCount(0);
});

test('The dashboard says once how many lessons work offline, and the reasons are one press away', async ({
  server,
  networkProxy,
  device,
}) => {
  server.change(
    "update lessons set videoUrl = 'https://youtu.be/dQw4w9WgXcQ' where id = 'course-1-lesson-02'",
  );
  const page = await device.open();
  const [code = ''] = server.codes('course-1');
  await signUpWithCourse(page, networkProxy.url, { code });
  const card = page.getByRole('listitem').filter({ hasText: 'Offline-first web apps' }).first();
  // Its text is on the device.
  const control = card.getByRole('button', { name: /^Works offline/ });
  await expect(control).toHaveCount(1);
  await expect(page.getByText('12 of 12 lessons work offline')).toBeVisible();
  await expect(page.getByText(/Downloaded|ready offline/)).toHaveCount(0);
  await control.click();
  const panel = page.getByRole('dialog', { name: 'Downloads' });
  await expect(
    panel.getByRole('listitem').filter({ hasText: 'youtu.be and needs a connection' }),
  ).toHaveCount(1);
});

test('Back closes what is open over a page and leaves the page only then', async ({ server, device }) => {
  const page = await device.open();
  await page.setViewportSize({ width: 390, height: 844 });
  await adminLogIn(page, server.url, '/admin/workspace?tab=published');
  await page.getByRole('link', { name: /^Edit/ }).first().click();
  await expect(page).toHaveURL(/admin\/courses\//);
  const editor = page.url();
  await page.getByRole('button', { name: 'Preview', exact: true }).click();
  const preview = page.getByText('PREVIEW MODE');
  await page.getByRole('button', { name: 'Course content' }).click();
  const drawer = page.getByRole('dialog', { name: 'Course content' });
  await expect(drawer).toBeVisible();
  await page.goBack();
  await expect(drawer).toBeHidden();
  await expect(preview).toBeVisible();
  await page.goBack();
  await expect(preview).toHaveCount(0);
  expect(page.url()).toBe(editor);
  await page.goForward();
  await untilSettled(page);
  await expect(preview).toHaveCount(0);

  await page.getByRole('button', { name: 'Preview', exact: true }).click();
  await expect(preview).toBeVisible();
  await page.reload();
  await expect(courseTitle(page)).toBeVisible();
  await untilSettled(page);
  const length = await page.evaluate(() => history.length);
  for (let times = 0; times < 20; times += 1) {
    await page.getByRole('button', { name: 'Preview', exact: true }).click();
    await page.getByRole('button', { name: 'Close preview' }).click();
    await untilSettled(page);
  }
  expect(await page.evaluate(() => history.length)).toBe(length);
  await page.goBack();
  await expect(page).toHaveURL(/admin\/workspace\?tab=published/);
});

/** Waits until the browser has left the entry of a closed layer. */
const untilSettled = (page: Page) => page.waitForFunction(() => !history.state.layers);
