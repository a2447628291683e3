import { expect, type Page } from '@playwright/test';
import { adminLogIn, editElsewhere, untilAdminWorksOffline } from '../world/admin.ts';
import { expectAccessible } from '../world/axe.ts';
import { untilWritten } from '../world/browser/device-store.ts';
import { test } from '../world/world.ts';
import { COURSE, FIRST_LESSON, lessonIn, openFirstLesson } from './editor-page.ts';

/** Edits the first lesson on another device an hour ago. */
function editLesson(origin: string, body: object): Promise<void> {
  const madeAt = new Date(Date.now() - 60 * 60 * 1_000);
  return editElsewhere(origin, `/api/admin/lessons/${FIRST_LESSON}`, { body, madeAt });
}

const history = (page: Page) => page.getByRole('dialog', { name: /^History of/ });
const versions = (page: Page) => history(page).getByRole('listitem');

test('Users can find an earlier version of a lesson, compare it, restore it into the draft, undo and save', {
  tag: '@journey',
}, async ({ server, device }) => {
  await editLesson(server.url, { content: '<p>Low water comes first.</p>', title: 'Low water' });
  await editLesson(server.url, { content: '<p>High water comes <b>last</b>.</p>' });
  const page = await device.openWithoutWorker();
  await adminLogIn(page, server.url, COURSE);
  await openFirstLesson(page);
  const text = page.getByRole('textbox', { name: 'Content', exact: true });
  await expect(text).toHaveText('High water comes last.');
  await page.getByRole('button', { name: 'History', exact: true }).click();
  await expect(versions(page)).toHaveCount(2);
  await expect(versions(page).first()).toContainText('changed the text of lesson “Low water”');
  await expect(versions(page).first()).toContainText(/made .*\d\d:\d\d, received \d\d:\d\d/);
  await versions(page).last().getByRole('button').click();
  await history(page).getByRole('button', { name: 'Compare with current' }).click();
  await expect(history(page).locator('del').first()).toHaveText('High');
  await expect(history(page).locator('ins').first()).toHaveText('Low');
  for (const colorScheme of ['light', 'dark'] as const) {
    for (const width of [390, 1280]) {
      await page.setViewportSize({ width, height: 900 });
      await page.emulateMedia({ colorScheme });
      await expectAccessible(page);
    }
  }
  await history(page).getByRole('button', { name: 'Full text' }).click();
  await expect(history(page).getByText('Low water comes first.')).toBeVisible();
  await history(page).getByRole('button', { name: 'Restore this version' }).click();
  await expect(text).toHaveText('Low water comes first.');
  await page.getByRole('button', { name: 'Undo', exact: true }).first().click();
  await expect(text).toHaveText('High water comes last.');
  await page.getByRole('button', { name: 'Redo', exact: true }).first().click();
  expect(lessonIn(server)?.content).toBe('<p>High water comes <b>last</b>.</p>');
  await page.getByRole('button', { name: 'Save Course' }).click();
  await expect.poll(() => lessonIn(server)?.content).toBe('<p>Low water comes first.</p>');
  await page.getByRole('button', { name: 'History', exact: true }).click();
  await expect(versions(page)).toHaveCount(3);
});

test('A visited history opens offline, and any other says that it needs a network', async ({
  server,
  networkProxy,
  device,
}) => {
  await editLesson(server.url, { content: '<p>Low water comes first.</p>' });
  const page = await device.open();
  await adminLogIn(page, networkProxy.url, COURSE);
  await openFirstLesson(page);
  await page.getByRole('button', { name: 'History', exact: true }).click();
  await expect(versions(page)).toHaveCount(1);
  // The text of a version follows the list.
  await untilWritten(page, 'state', 'Low water comes first.');
  await untilAdminWorksOffline(page);
  networkProxy.cut();
  await page.goto(networkProxy.url + COURSE);
  await openFirstLesson(page);
  await page.getByRole('button', { name: 'History', exact: true }).click();
  await expect(versions(page)).toHaveCount(1);
  await versions(page).getByRole('button').click();
  await expect(history(page).locator('ins').first()).toBeVisible();
  await page.keyboard.press('Escape');
  await page.getByRole('main').getByRole('heading', { level: 4 }).nth(1).getByRole('button').click();
  await page.getByRole('button', { name: 'History', exact: true }).nth(1).click();
  await expect(history(page).getByText('The history needs a connection')).toBeVisible();
});
