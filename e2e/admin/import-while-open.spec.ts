import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, type Page } from '@playwright/test';
import { syncEndpoints } from '#schema/endpoints/sync-endpoints.ts';
import { lessonText } from '../editor/editor-page.ts';
import { adminLogIn, untilAdminWorksOffline } from '../world/admin.ts';
import { readTable, untilWritten } from '../world/browser/device-store.ts';
import { test } from '../world/world.ts';
import { writeZip } from './write-zip.ts';

/** More rows than one page of the pull has. */
const LESSONS = 520;
const PER_MODULE = 40;
const LAST_TEXT = `The text of lesson ${LESSONS - 1}.`;

/** A folder of Markdown, packed. */
async function writeCourse(): Promise<string> {
  const path = join(mkdtempSync(join(tmpdir(), 'carrel-open-')), 'tides.zip');
  const lessons = Array.from({ length: LESSONS }, (_, at) => [
    `module-${String(Math.floor(at / PER_MODULE)).padStart(2, '0')}/lesson-${String(at).padStart(3, '0')}.md`,
    `# Lesson ${at}\n\nThe text of lesson ${at}.`,
  ]);
  await writeZip(path, Object.fromEntries(lessons));
  return path;
}

const heading = (page: Page, name: RegExp) => page.getByRole('main').getByRole('heading', { name });

const untilDrawn = (page: Page) =>
  page.evaluate('new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))');

/** Holds the requests of the pull after the one whose page has this text. Returns a function that releases them. */
async function holdPullAfter(page: Page, text: string): Promise<() => void> {
  let release: () => void = () => undefined;
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  let isHeld = false;
  await page.route(
    (url) => url.pathname === syncEndpoints.pull.path,
    async (route) => {
      if (isHeld) await released;
      const response = await route.fetch();
      if ((await response.text()).includes(text)) isHeld = true;
      await route.fulfill({ response });
    },
  );
  return release;
}

/** Notes the fewest modules and lessons that the editor shows from now on. Runs in the page, as text. */
const WATCH = `(() => {
  const count = () => document.querySelectorAll('main h3, main h4').length;
  window.fewest = count();
  new MutationObserver(() => { window.fewest = Math.min(window.fewest, count()); })
    .observe(document.body, { childList: true, subtree: true });
})()`;

test('An imported course is whole in the editor, on a phone and offline, and while it is sent and pulled', async ({
  server,
  device,
}) => {
  test.setTimeout(180_000);
  const page = await device.open();
  await page.setViewportSize({ width: 390, height: 844 });
  await adminLogIn(page, server.url);
  await page.goto(`${server.url}/admin/import`);
  await untilAdminWorksOffline(page);
  await page.context().setOffline(true);
  await page.getByLabel('Course file').setInputFiles(await writeCourse());
  await page.getByRole('button', { name: 'Import', exact: true }).click();
  await page.getByRole('link', { name: 'Open the course' }).click();
  await heading(page, /· Module 12$/)
    .getByRole('button')
    .click();
  await heading(page, new RegExp(`· Lesson ${LESSONS - 1}$`))
    .getByRole('button')
    .click();
  await expect(lessonText(page)).toHaveText(LAST_TEXT);

  await page.evaluate(WATCH);
  const shown = await page.evaluate('window.fewest');
  const releasePull = await holdPullAfter(page, LAST_TEXT.replace(String(LESSONS - 1), '0'));
  await page.context().setOffline(false);
  const courseId = new URL(page.url()).pathname.split('/').at(-1) ?? '';
  await untilWritten(page, 'adminCourses', `"id":"${courseId}"`);
  await untilDrawn(page);
  expect(await readTable(page, 'lessonContents')).not.toContain(LAST_TEXT);
  expect(await page.evaluate('window.fewest')).toBe(shown);
  releasePull();
  await untilWritten(page, 'lessonContents', LAST_TEXT);
  await untilDrawn(page);
  expect(await page.evaluate('window.fewest')).toBe(shown);
  await expect(lessonText(page)).toHaveText(LAST_TEXT);
  const stored = server.query<{ lessons: number }>(
    'select count(*) as lessons from lessons l join modules m on m.id = l.moduleId where m.courseId = ?',
    courseId,
  );
  expect(stored).toMatchObject([{ lessons: LESSONS }]);
  // A pull that is on its way ends before its page does.
  await page.unrouteAll({ behavior: 'wait' });
});
