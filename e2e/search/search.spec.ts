import { expect, type Page } from '@playwright/test';
import { openLesson, unlockCourse } from '../learn/study.ts';
import { editElsewhere } from '../world/admin.ts';
import { axeFindings } from '../world/axe.ts';
import { readTable } from '../world/browser/device-store.ts';
import { test } from '../world/world.ts';

const LESSON = 'course-1-lesson-04';

const field = (page: Page) => page.getByRole('searchbox', { name: 'Search text' });
const status = (page: Page) => page.getByRole('main').getByRole('status');
const hits = (page: Page) => page.getByRole('main').getByRole('listitem');

/** The part of the highlighted match that is on the screen now. */
const markedTerm = (page: Page) =>
  page.evaluate(() => {
    const [range] = [...(CSS.highlights.get('found-word') ?? [])];
    if (!(range instanceof Range)) return null;
    const { top, bottom } = range.getBoundingClientRect();
    return top >= 0 && bottom <= innerHeight ? range.toString() : 'off the screen';
  });

test('Learners can search downloaded and pulled lessons offline', { tag: '@journey' }, async ({
  server,
  device,
}) => {
  const page = await device.open();
  await unlockCourse(page, server.url, server.codes('course-1')[0] ?? '');

  await test.step('Changes by other users become searchable while the page is open', async () => {
    await page.getByRole('link', { name: 'Search lessons' }).click();
    await field(page).fill('bathyscaphe');
    await expect(status(page)).toHaveText('No lesson contains “bathyscaphe”.');
    const content =
      '<h2>Depth</h2><p>The harbour’s old bathyscaphe, painted by Žofie, hangs from a crane.</p>';
    await editElsewhere(server.url, `/api/admin/lessons/${LESSON}`, { body: { content } });
    await expect(status(page)).toHaveText('1 lesson');
  });

  await test.step('The URL stores the query, and the device the index', async () => {
    await expect(page).toHaveURL(/\/search\?q=bathyscaphe$/);
    await expect.poll(() => readTable(page, 'searchIndexes')).toContain('bathyscaphe');
    await server.stop();
    await page.reload();
    await expect(field(page)).toHaveValue('bathyscaphe');
    await expect(status(page)).toHaveText('1 lesson');
  });

  await test.step('Prefixes, typos and missing accents still match', async () => {
    for (const query of ['bathys', 'batyscaphe', 'zofie crane', 'HARBOUR bathyscaphe']) {
      await field(page).fill(query);
      await expect(hits(page).filter({ hasText: 'Reading a tide table' }), query).toHaveCount(1);
    }
    await expect(hits(page).first().locator('mark')).toHaveText(['harbour', 'bathyscaphe']);
    await field(page).press('Escape');
    await expect(field(page)).toHaveValue('');
    await expect(hits(page)).toHaveCount(0);
  });

  await test.step('Learners can search many lessons on a phone, in both schemes', async () => {
    await page.setViewportSize({ width: 390, height: 844 });
    await field(page).fill('network');
    await expect(status(page)).toHaveText(/^\d+ lessons$/);
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      expect(await axeFindings(page)).toEqual([]);
    }
  });

  await test.step('A link opens its lesson at the match', async () => {
    await field(page).fill('crane');
    await hits(page).getByRole('link', { name: 'Reading a tide table' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Reading a tide table' })).toBeVisible();
    await expect.poll(() => markedTerm(page)).toBe('crane');
    await openLesson(page, server.url, 5);
    await page.getByRole('button', { name: 'Course content' }).click();
    await page.getByRole('dialog').getByRole('link', { name: 'Search lessons' }).click();
    await expect(field(page)).toBeVisible();
  });
});
