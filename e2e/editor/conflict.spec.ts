import { expect, type Page } from '@playwright/test';
import type { Conflict } from '../../pwa/store/database/rows.ts';
import { adminLessonOf, editorRow } from '../../pwa/testing/edits.ts';
import type { CommandBody } from '../../schema/commands/all-commands.ts';
import { expectAccessible } from '../world/axe.ts';
import { test } from '../world/world.ts';
import { TextPage } from './text-page.ts';
import '../../pwa/testing/text-page/window.ts';

// Nothing here depends on the service worker, whose installation takes a fifth of the time.
test.use({ serviceWorkers: 'block' });

const lesson = {
  courseId: 'c1',
  moduleId: 'm1',
  lessonId: 'l1',
  lessonTitle: 'Reading a tide table',
  version: 1,
};
const MINE = { title: 'Reading tide tables', content: '<p>Low water is at six.</p><p>Go then.</p>' };
const THEIRS = { title: 'How to read a tide table', content: '<p>Low water is at seven.</p><p>Go then.</p>' };

let site: TextPage;
test.beforeAll(async () => {
  site = await TextPage.start();
});
test.afterAll(async () => {
  await site.close();
});

async function show(page: Page, body: CommandBody, conflict: Conflict): Promise<void> {
  await page.goto(site.url);
  await page.waitForFunction(() => 'textPage' in window);
  const row = editorRow(1, body, { state: 'refused', conflict });
  await page.evaluate((one) => window.textPage.showConflict(one), row);
}

const showFields = (page: Page) =>
  show(
    page,
    { kind: 'lesson.update', args: { ...lesson, base: {}, changes: MINE } },
    {
      reason: 'changed',
      fields: ['title', 'content'],
      current: adminLessonOf('l1', { ...THEIRS, version: 2 }),
    },
  );
const decided = (page: Page) => page.evaluate(() => window.textPage.decided);
const save = (page: Page) => page.getByRole('button', { name: 'Save choice' });
const field = (page: Page, name: string) => page.getByRole('group', { name });

test('A conflict shows both texts with their differences marked, and applies nothing until each field is resolved', async ({
  device,
}) => {
  const page = await device.open();
  await showFields(page);
  await expect(page.getByRole('heading', { name: '2 fields were changed by someone else' })).toBeVisible();
  await expect(page.getByText('stays in the history')).toBeVisible();
  await expect(field(page, 'Text').locator('mark')).toHaveText(['six', 'seven']);
  await expect(save(page)).toBeDisabled();
  await field(page, 'Title').getByLabel('Theirs').check();
  await expect(save(page)).toBeDisabled();
  await field(page, 'Text').getByLabel('Yours').check();
  await save(page).click();
  await expect
    .poll(() => decided(page))
    .toEqual([{ kind: 'fields', values: { title: THEIRS.title, content: MINE.content } }]);
});

test('Users can write a merged text from both versions and compare the source', async ({ device }) => {
  const page = await device.open();
  await showFields(page);
  const text = field(page, 'Text');
  await text.getByRole('button', { name: 'Compare the HTML source' }).click();
  await expect(text.getByLabel('Yours')).toBeVisible();
  await expect(text).toContainText('<p>Low water is at six.</p>');
  await text.getByRole('button', { name: 'Write a merged text' }).click();
  await expect(page.getByLabel('Merged text (HTML)')).toHaveValue(THEIRS.content);
  await page.getByLabel('Merged text (HTML)').fill('<p>Low water is between six and seven.</p>');
  await text.getByLabel('Yours').check();
  await text.getByRole('button', { name: 'Write a merged text' }).click();
  await field(page, 'Title').getByLabel('Yours').check();
  await save(page).click();
  const values = { title: MINE.title, content: '<p>Low water is between six and seven.</p>' };
  await expect.poll(() => decided(page)).toEqual([{ kind: 'fields', values }]);
});

test('“Theirs” for all fields is confirmed, and a choice that cannot be saved stays on the screen', async ({
  device,
}) => {
  const page = await device.open();
  await showFields(page);
  await page.evaluate(() => {
    window.textPage.isFull = true;
  });
  for (const name of ['Title', 'Text']) await field(page, name).getByLabel('Theirs').check();
  await save(page).click();
  await expect(page.getByRole('alert')).toContainText('Not enough storage');
  await expect(field(page, 'Title').getByLabel('Theirs')).toBeChecked();
  await page.evaluate(() => {
    window.textPage.isFull = false;
  });
  await save(page).click();
  await expect.poll(() => decided(page)).toEqual([{ kind: 'theirs' }]);
  await expect(page.getByRole('alert')).toHaveCount(0);
});

test('A delete that meets an edit asks in plain language and shows the edited texts', async ({ device }) => {
  const page = await device.open();
  const deletedConflict: Conflict = { reason: 'deleted', fields: [], current: null };
  const edit: CommandBody = { kind: 'lesson.update', args: { ...lesson, base: {}, changes: MINE } };
  await show(page, edit, deletedConflict);
  const heading = 'The lesson “Reading a tide table” was deleted by someone else';
  await expect(page.getByRole('heading', { name: heading })).toBeVisible();
  await expect(page.getByText('Low water is at six.')).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Restore' }).click();
  await page.getByRole('button', { name: 'Discard my edits' }).click();
  await expect.poll(() => decided(page)).toEqual([{ kind: 'recreate' }, { kind: 'theirs' }]);

  const current = adminLessonOf('l1', { version: 2 });
  await show(page, { kind: 'lesson.delete', args: lesson }, { reason: 'changed', fields: [], current });
  await page.getByRole('button', { name: 'Delete anyway' }).click();
  await page.getByRole('button', { name: 'Cancel the deletion' }).click();
  await expect.poll(() => decided(page)).toEqual([{ kind: 'deleteAnyway' }, { kind: 'theirs' }]);
});

test('The texts are side by side, on a phone one below the other, and readable in both schemes', async ({
  device,
}) => {
  const page = await device.open();
  await showFields(page);
  const top = (name: string) => field(page, 'Text').getByText(name, { exact: true }).boundingBox();
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    await page.setViewportSize({ width: 1280, height: 900 });
    expect((await top('Yours'))?.y).toBe((await top('Theirs'))?.y);
    await expectAccessible(page);
    await page.setViewportSize({ width: 390, height: 800 });
    expect((await top('Yours'))?.y).toBeLessThan((await top('Theirs'))?.y ?? 0);
    await expectAccessible(page);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  }
});
