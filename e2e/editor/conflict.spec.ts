import { expect, type Page } from '@playwright/test';
import type { Conflict } from '#pwa/store/database/rows.ts';
import { adminLessonOf, editorRow } from '#pwa/testing/edits.ts';
import type { CommandBody } from '#schema/commands/all-commands.ts';
import { expectAccessible } from '../world/axe.ts';
import { test } from '../world/world.ts';
import { TextPage } from './text-page.ts';
import '#pwa/testing/text-page/window.ts';

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

const edit: CommandBody = { kind: 'lesson.update', args: { ...lesson, base: {}, changes: MINE } };
const field = (page: Page, name: string) => page.getByRole('group', { name });

test('The texts are side by side, on a phone one below the other, and readable in both schemes', async ({
  device,
}) => {
  const page = await device.open();
  const current = adminLessonOf('l1', { ...THEIRS, version: 2 });
  await show(page, edit, { reason: 'changed', fields: ['title', 'content'], current });
  const top = async (name: string) =>
    (await field(page, 'Text').getByText(name, { exact: true }).boundingBox())?.y ?? Number.NaN;
  /** How much lower the second text is than the first; it settles when the fonts are here. */
  const lowerBy = async () => (await top('Theirs')) - (await top('Yours'));
  const width = () => page.evaluate(() => document.documentElement.scrollWidth);
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    await page.setViewportSize({ width: 1280, height: 900 });
    await expect.poll(lowerBy).toBe(0);
    await expectAccessible(page);
    await page.setViewportSize({ width: 390, height: 800 });
    await expect.poll(lowerBy).toBeGreaterThan(0);
    await expectAccessible(page);
    await expect.poll(width).toBeLessThanOrEqual(390);
  }

  await page.emulateMedia({ colorScheme: 'light' });
  await page.setViewportSize({ width: 1280, height: 900 });
  await show(page, edit, { reason: 'deleted', fields: [], current: null });
  await expect(page.getByText('Low water is at six.')).toBeVisible();
  await expectAccessible(page);
});
