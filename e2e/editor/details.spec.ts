import { expect } from '@playwright/test';
import { adminLogIn } from '../world/admin.ts';
import { expectAccessible } from '../world/axe.ts';
import { untilWritten } from '../world/browser/device-store.ts';
import { test } from '../world/world.ts';
import { COURSE, openFirstLesson } from './editor-page.ts';
import { MessageLog } from './message-log.ts';

// Nothing here depends on the service worker, whose installation takes a fifth of the time.
test.use({ serviceWorkers: 'block' });

test('Delete Course is apart from the frequent actions: after a divider in the bar, and on a phone in the menu', async ({
  server,
  device,
}) => {
  server.change("update courses set status = 'unpublished' where id = 'course-1'");
  const page = await device.open();
  await adminLogIn(page, server.url, COURSE);
  const remove = page.getByRole('button', { name: 'Delete Course' });
  const save = page.getByRole('button', { name: 'Save Course' });
  await expect(remove).toBeVisible();
  const gap = async () => ((await save.boundingBox())?.x ?? 0) - ((await remove.boundingBox())?.x ?? 0);
  await expect.poll(gap).toBeGreaterThan(200);
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
  const listSmall = () =>
    page
      .getByRole('main')
      .getByRole('button')
      .evaluateAll((buttons) =>
        buttons
          .map((button) => ({ name: button.textContent, size: button.getBoundingClientRect() }))
          .filter(({ size }) => size.width > 1 && (size.height < 44 || size.width < 44))
          .map(({ name, size }) => `${name} ${size.width} x ${size.height}`),
      );
  await expect.poll(listSmall).toEqual([]);

  // With text at 200 % the bottom bar wraps, and Save Course stays on the screen.
  const setTextSize = (size: string) =>
    page.evaluate((to) => document.documentElement.style.setProperty('font-size', to), size);
  await setTextSize('200%');
  await expect(page.getByRole('button', { name: 'Save Course' })).toBeInViewport({ ratio: 1 });
  await setTextSize('');

  // On a wide screen the form fills the space beside the outline, and the change status takes one line.
  await page.setViewportSize({ width: 1280, height: 900 });
  const widthOf = async (name: string) => (await page.getByRole('region', { name }).boundingBox())?.width;
  await expect.poll(() => widthOf('Course Details')).toBeGreaterThan(940);
  const strip = page.getByRole('region', { name: 'State of your changes' });
  const heightOfStrip = async () => (await strip.boundingBox())?.height;
  await expect.poll(heightOfStrip).toBeLessThanOrEqual(48);
  await page.getByLabel('Lesson title').fill('Another title');
  await expect(page.getByText('Saved on this device')).toBeVisible();
  await expect.poll(heightOfStrip).toBeLessThanOrEqual(48);
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
  await untilWritten(second, 'drafts', 'Typed in the second tab');
  await second.close();
  await expect(page.getByLabel('Title', { exact: true })).toHaveValue('Typed in the second tab');
});

test('Users can edit and save a lesson’s text like any field', async ({ server, device }) => {
  const page = await device.open();
  const messages = await MessageLog.watch(page);
  await adminLogIn(page, server.url, COURSE);
  await openFirstLesson(page);
  const text = page.getByRole('textbox', { name: 'Content', exact: true });
  await text.click();
  await page.keyboard.press('Control+End');
  await page.keyboard.type(' Written on the train.');
  await untilWritten(page, 'drafts', 'Written on the train.');
  await page.reload();
  await openFirstLesson(page);
  await expect(page.getByRole('textbox', { name: 'Content', exact: true })).toContainText(
    'Written on the train.',
  );
  await page.getByRole('button', { name: 'Save Course' }).click();
  await messages.untilShown('Course saved');
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
      await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
    }
  }
});
