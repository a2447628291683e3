import { expect } from '@playwright/test';
import { adminLogIn } from '../world/admin.ts';
import { expectAccessible } from '../world/axe.ts';
import { test } from '../world/world.ts';
import { COURSE, openFirstLesson } from './editor-page.ts';

// Nothing here depends on the service worker, whose installation takes a fifth of the time.
test.use({ serviceWorkers: 'block' });

test('A picture’s URL shows a preview until saved, and reports a failed load', async ({ server, device }) => {
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

test('Users can undo and redo changes by button and key, while a field keeps its own undo', async ({
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

test('A published course can be deleted here only after it is unpublished and saved', async ({
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

test('Publish and Unpublish are beside the status, and Mark as Finished asks before it unpublishes a course', async ({
  server,
  device,
}) => {
  const page = await device.open();
  await adminLogIn(page, server.url, COURSE);
  const status = () =>
    server
      .query<{ status: string }>("select status from courses where id = 'course-1'")
      .map((row) => row.status);
  const finish = page.getByRole('button', { name: 'Mark as Finished' });
  await finish.click();
  const dialog = page.getByRole('dialog', { name: 'Remove “Offline-first web apps” from the catalogue?' });
  await expect(dialog).toContainText('it is removed from the catalogue');
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  expect(status()).toEqual(['published']);
  await finish.click();
  await dialog.getByRole('button', { name: 'Mark as Finished' }).click();
  await expect(page.getByText('Course marked as finished. It is now unpublished.')).toBeVisible();
  expect(status()).toEqual(['unpublished']);

  // Also saves pending changes.
  await page.getByLabel('Instructor').fill('Ida Lund');
  await page.getByRole('button', { name: 'Publish', exact: true }).click();
  await expect(page.getByText('Course published')).toBeVisible();
  await expect(page.getByLabel('Status')).toHaveValue('published');
  expect(server.query("select status, instructor from courses where id = 'course-1'")).toEqual([
    { status: 'published', instructor: 'Ida Lund' },
  ]);
  await page.getByRole('button', { name: 'Unpublish' }).click();
  await expect(page.getByText('Course unpublished')).toBeVisible();

  // A module without lessons: the sentence is beside the button and part of its accessible name.
  await page.getByRole('button', { name: 'Add Module', exact: true }).click();
  const rule = 'A course can be published once it has modules and every module has lessons.';
  const publish = page.getByRole('button', { name: 'Publish', exact: true });
  await expect(publish).toHaveAccessibleDescription(rule);
  await publish.click();
  await expect(page.getByRole('alert')).toContainText(rule);
  expect(status()).toEqual(['unpublished']);

  // Delete is apart from the frequent actions: after a divider in the bar, and on a phone in the menu.
  const remove = page.getByRole('button', { name: 'Delete Course' });
  const save = page.getByRole('button', { name: 'Save Course' });
  const gap = async () => ((await save.boundingBox())?.x ?? 0) - ((await remove.boundingBox())?.x ?? 0);
  expect(await gap()).toBeGreaterThan(200);
  await page.setViewportSize({ width: 390, height: 844 });
  await expect(remove).toBeHidden();
  await page.getByRole('button', { name: 'More' }).click();
  await expect(remove).toBeVisible();
});

test('Every button of the editor is a target of 44 px, and a course without a picture shows none as current', async ({
  server,
  device,
}) => {
  server.change("update courses set thumbnail = null where id = 'course-1'");
  const page = await device.open();
  await page.setViewportSize({ width: 390, height: 844 });
  await adminLogIn(page, server.url, COURSE);
  await openFirstLesson(page);
  await expect(page.getByRole('toolbar')).toBeVisible();
  await expect(page.getByText('No thumbnail yet')).toBeVisible();
  await expect(page.getByText('Current thumbnail')).toHaveCount(0);
  const small = await page
    .getByRole('main')
    .getByRole('button')
    .evaluateAll((buttons) =>
      buttons
        .map((button) => ({ name: button.textContent, size: button.getBoundingClientRect() }))
        .filter(({ size }) => size.width > 1 && (size.height < 44 || size.width < 44))
        .map(({ name, size }) => `${name} ${size.width} x ${size.height}`),
    );
  expect(small).toEqual([]);

  // With text at 200 % the bottom bar wraps, and Save Course stays on the screen.
  const setTextSize = (size: string) =>
    page.evaluate((to) => document.documentElement.style.setProperty('font-size', to), size);
  await setTextSize('200%');
  await expect(page.getByRole('button', { name: 'Save Course' })).toBeInViewport({ ratio: 1 });
  await setTextSize('');

  // On a wide screen the form fills the space beside the outline, and the change status takes one line.
  await page.setViewportSize({ width: 1280, height: 900 });
  const widthOf = async (name: string) => (await page.getByRole('region', { name }).boundingBox())?.width;
  expect(await widthOf('Course Details')).toBeGreaterThan(940);
  const strip = page.getByRole('region', { name: 'State of your changes' });
  expect((await strip.boundingBox())?.height).toBeLessThanOrEqual(48);
  await page.getByLabel('Lesson title').fill('Another title');
  await expect(page.getByText('Saved on this device')).toBeVisible();
  expect((await strip.boundingBox())?.height).toBeLessThanOrEqual(48);
});

test('One tab edits a course at a time; another can take over with all typed text, and does so when the first one closes', async ({
  server,
  device,
}) => {
  const page = await device.open();
  await adminLogIn(page, server.url, COURSE);
  await page.getByLabel('Title', { exact: true }).fill('Typed in the first tab');
  const second = await device.context.newPage();
  await second.goto(server.url + COURSE);
  await expect(second.getByText('This course is open in another tab')).toBeVisible();
  await second.getByRole('button', { name: 'Edit here' }).click();
  await expect(second.getByLabel('Title', { exact: true })).toHaveValue('Typed in the first tab');
  await expect(page.getByText('This course is open in another tab')).toBeVisible();
  await second.getByLabel('Title', { exact: true }).fill('Typed in the second tab');
  await expect(second.getByText('Saved on this device')).toBeVisible();
  await second.close();
  await expect(page.getByLabel('Title', { exact: true })).toHaveValue('Typed in the second tab');
});

test('Users can edit and save a lesson’s text like any field', async ({ server, device }) => {
  const page = await device.open();
  await adminLogIn(page, server.url, COURSE);
  await openFirstLesson(page);
  const text = page.getByRole('textbox', { name: 'Content', exact: true });
  await text.click();
  await page.keyboard.press('Control+End');
  await page.keyboard.type(' Written on the train.');
  await expect(page.getByText('Saved on this device')).toBeVisible();
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

test('The editor is accessible and fits phones and desktops, light and dark', async ({ server, device }) => {
  const page = await device.open();
  await adminLogIn(page, server.url, COURSE);
  await openFirstLesson(page);
  await page.getByLabel('Lesson title').fill('Another title');
  // Two texts side by side, each with its own headings.
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
