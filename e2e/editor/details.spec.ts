import { expect } from '@playwright/test';
import { adminLogIn } from '../world/admin.ts';
import { expectAccessible } from '../world/axe.ts';
import { test } from '../world/world.ts';
import { COURSE, openFirstLesson } from './editor-page.ts';

test('a picture’s address is a preview until it is saved, and says so when it does not load', async ({
  server,
  device,
}) => {
  const page = await device.open();
  await adminLogIn(page, server.url, COURSE);
  await expect(page.getByText('Current thumbnail')).toBeVisible();
  await page.getByLabel('Thumbnail URL').fill('https://127.0.0.1:9/nothing.png');
  await expect(page.getByText('Preview (not saved)')).toBeVisible();
  await expect(page.getByText('Unable to load image')).toBeVisible();
  await page.getByRole('button', { name: 'Retry' }).click();
  await expect(page.getByText('Unable to load image')).toBeVisible();
  await page.getByLabel('Thumbnail URL').fill('nothing.png');
  await page.getByRole('button', { name: 'Save Course' }).click();
  await expect(page.getByRole('alert')).toContainText('Please enter a full image address');
  await page.getByRole('button', { name: 'Remove the thumbnail' }).click();
  await expect(page.getByRole('button', { name: 'Remove the thumbnail' })).toHaveCount(0);
});

test('changes are undone and redone by button and key, while a field keeps its own undo', async ({
  server,
  device,
}) => {
  const page = await device.open();
  await adminLogIn(page, server.url, COURSE);
  const title = page.getByLabel('Title', { exact: true });
  const instructor = page.getByLabel('Instructor');
  const before = await instructor.inputValue();
  await title.fill('One');
  await instructor.fill('Two');
  await page.getByRole('button', { name: 'Undo', exact: true }).click();
  await expect(instructor).toHaveValue(before);
  await page.keyboard.press('Control+z');
  await expect(page.getByText('No unsaved changes.')).toBeVisible();
  await page.keyboard.press('Control+Shift+z');
  await expect(title).toHaveValue('One');
  await page.getByRole('button', { name: 'Redo', exact: true }).click();
  await expect(instructor).toHaveValue('Two');
  await instructor.press('Control+z');
  await expect(title).toHaveValue('One');
});

test('a published course cannot be deleted here; once it is unpublished and saved it can', async ({
  server,
  device,
}) => {
  const page = await device.open();
  await adminLogIn(page, server.url, COURSE);
  const remove = page.getByRole('button', { name: 'Delete Course' });
  await expect(page.getByRole('button', { name: 'Mark as Finished' })).toBeVisible();
  await expect(remove).toHaveCount(0);
  await page.getByLabel('Status').selectOption('unpublished');
  await expect(remove).toHaveCount(0);
  await page.getByRole('button', { name: 'Save Course' }).click();
  await remove.click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete the course' }).click();
  await page.waitForURL('**/admin/workspace');
  await expect(page.getByText('“Offline-first web apps” is deleted')).toBeVisible();
});

test('one tab edits a course at a time; the other can take it over with everything typed, and gets it when that one is closed', async ({
  server,
  device,
}) => {
  const page = await device.open();
  await adminLogIn(page, server.url, COURSE);
  await page.getByLabel('Title', { exact: true }).fill('Typed in the first tab');
  const second = await device.context.newPage();
  await second.goto(server.url + COURSE);
  await expect(second.getByText('This course is open in another tab')).toBeVisible();
  await second.getByRole('button', { name: 'Edit here instead' }).click();
  await expect(second.getByLabel('Title', { exact: true })).toHaveValue('Typed in the first tab');
  await expect(page.getByText('This course is open in another tab')).toBeVisible();
  await second.getByLabel('Title', { exact: true }).fill('Typed in the second tab');
  await expect(second.getByText('Kept on this device')).toBeVisible();
  await second.close();
  await expect(page.getByLabel('Title', { exact: true })).toHaveValue('Typed in the second tab');
});

test('a lesson’s text is edited and kept like everything else', async ({ server, device }) => {
  const page = await device.open();
  await adminLogIn(page, server.url, COURSE);
  await openFirstLesson(page);
  const text = page.getByRole('textbox', { name: 'Content', exact: true });
  await text.click();
  await page.keyboard.press('Control+End');
  await page.keyboard.type(' Written on the train.');
  await expect(page.getByText('Kept on this device')).toBeVisible();
  await page.reload();
  await openFirstLesson(page);
  await expect(page.getByRole('textbox', { name: 'Content', exact: true })).toContainText(
    'Written on the train.',
  );
  await page.getByRole('button', { name: 'Save Course' }).click();
  await expect(page.getByText('Course saved')).toBeVisible();
  const saved = server.query<{ n: number }>(
    "select count(*) n from lessonContents where content like '%Written on the train.%'",
  );
  expect(saved).toEqual([{ n: 1 }]);
});

test('the editor is accessible and fits, on a phone and a desk, light and dark', async ({
  server,
  device,
}) => {
  const page = await device.open();
  await adminLogIn(page, server.url, COURSE);
  await openFirstLesson(page);
  await page.getByLabel('Lesson title').fill('Another title');
  // Two texts side by side, each with headings of its own.
  await page.getByRole('main').getByRole('heading', { level: 4 }).nth(1).getByRole('button').click();
  await expect(page.getByLabel('Lesson title')).toHaveCount(2);
  await expect(page.getByRole('toolbar')).toHaveCount(2);
  for (const colorScheme of ['light', 'dark'] as const) {
    for (const width of [390, 1280]) {
      await page.setViewportSize({ width, height: 900 });
      await page.emulateMedia({ colorScheme });
      await expect(page.getByRole('button', { name: 'Save Course' })).toBeVisible();
      await expectAccessible(page);
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
    }
  }
});
