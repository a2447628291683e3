import { expect, type Page } from '@playwright/test';
import { syncEndpoints } from '#schema/endpoints/sync-endpoints.ts';
import { adminLogIn, editElsewhere } from '../world/admin.ts';
import { expectAccessible } from '../world/axe.ts';
import { countRenders, takeCounts } from '../world/browser/count-renders.ts';
import { readTable, untilWritten } from '../world/browser/device-store.ts';
import { fillCourse } from '../world/fill-course.ts';
import { test } from '../world/world.ts';
import { MessageLog } from './message-log.ts';

const SMALL = { id: 'small', modules: 3, lessons: 4 };
const LARGE = { id: 'large', modules: 60, lessons: 20 };
const addressOf = ({ id }: typeof LARGE) => `/admin/courses/${id}`;

const head = (page: Page, name: string | RegExp) =>
  page.getByRole('main').getByRole('heading', { name }).getByRole('button');
const moduleHead = (page: Page, number: number) => head(page, new RegExp(`^${number} ·\\s*Module`));
const lessonHead = (page: Page, name: string) => head(page, new RegExp(`·\\s*Lesson ${name}$`));
const savedNote = (page: Page) => page.getByText('Saved on this device');

/** The cost of one key press in the title of the first lesson while the page is idle. */
async function costOfKey(page: Page, origin: string, course: typeof LARGE) {
  await page.goto(origin + addressOf(course));
  // Both store whole courses, whose every row is then rendered.
  await untilWritten(page, 'adminCodes', `"courseId":"${course.id}"`);
  await untilWritten(page, 'state', 'adminFetchedAt/courses');
  await lessonHead(page, '1.1').click();
  const title = page.getByLabel('Lesson title');
  await expect(page.getByRole('toolbar')).toBeVisible();
  await title.press('End');
  await page.keyboard.type('a');
  await expect(savedNote(page)).toBeVisible();
  const keys: Awaited<ReturnType<typeof takeCounts>>[] = [];
  for (const key of 'bcd') {
    await takeCounts(page);
    await page.keyboard.type(key);
    await expect(savedNote(page)).toBeVisible();
    keys.push(await takeCounts(page));
  }
  await expect(title).toHaveValue(/abcd$/);
  const elements = await page.evaluate(() => document.querySelectorAll('*').length);
  // Without what the app does in the background, which falls into the time of one key or another.
  const least = (name: 'renders' | 'requests') => Math.min(...keys.map((counts) => counts[name]));
  return { renders: least('renders'), requests: least('requests'), elements };
}

/** Holds requests back; the returned function sends them on, and waits for the first of them. */
async function hold(page: Page, url: string): Promise<() => Promise<void>> {
  let held = 0;
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(url, async (route) => {
    held += 1;
    await released;
    await route.continue();
  });
  return async () => {
    await expect.poll(() => held, `requests held at ${url}`).toBeGreaterThan(0);
    release();
  };
}

test('A key press in a course of 1,200 lessons renders, requests and shows little more than in one of twelve', async ({
  server,
  device,
}) => {
  await server.stop();
  for (const course of [SMALL, LARGE]) fillCourse(server, course);
  await server.start();
  const page = await device.openWithoutWorker();
  await countRenders(page);
  await adminLogIn(page, server.url, addressOf(SMALL));
  const small = await costOfKey(page, server.url, SMALL);
  const large = await costOfKey(page, server.url, LARGE);
  // The lesson, its module, the outline and the status line; none of the other 1,199 lessons.
  expect(large.renders).toBeLessThanOrEqual(small.renders + 10);
  // The draft's row.
  expect(large.requests).toBeLessThanOrEqual(10);
  expect(large.elements).toBeLessThan(4_000);

  await page.getByRole('button', { name: 'Preview', exact: true }).click();
  const contents = page.getByRole('complementary', { name: 'Course content' });
  await contents.getByRole('button', { name: 'Lesson 60.20' }).click();
  await expect(page.getByRole('article').getByRole('heading', { level: 1 })).toHaveText('Lesson 60.20');
  await page.getByRole('button', { name: 'Previous Lesson' }).click();
  await expect(contents.getByRole('button', { name: 'Lesson 60.19' })).toHaveAttribute(
    'aria-current',
    'page',
  );
  // The list of a learner has all lessons, with four elements each.
  const inPreview = await page.evaluate(() => document.querySelectorAll('dialog *').length);
  expect(inPreview).toBeLessThan(4 * 1_200 + 500);
});

test('a record that the address names opens when it arrives, also where another admin creates it only then', async ({
  server,
  device,
}) => {
  const page = await device.openWithoutWorker();
  await adminLogIn(page, server.url, '/admin/courses/course-1?record=slack-water');
  await expect(page.getByRole('region', { name: 'Activation Codes' })).toBeVisible();
  await editElsewhere(server.url, '/api/admin/modules/course-1-module-1/lessons', {
    method: 'POST',
    body: { id: 'slack-water', title: 'Slack water' },
  });
  await expect(head(page, /Slack water$/)).toBeFocused();
  await expect(head(page, /Slack water$/)).toHaveAttribute('aria-expanded', 'true');
});

test('A closed module opens on navigation to it, shows what is unsaved, and retains typed text', async ({
  server,
  killableDevice: device,
}) => {
  await server.stop();
  fillCourse(server, LARGE);
  await server.start();
  const page = await device.open();
  // The address, on a device that has a part of the course so far.
  const releasePull = await hold(page, `**${syncEndpoints.pull.path}?cursor=*`);
  const releaseCourse = await hold(page, `**/api${addressOf(LARGE)}`);
  await adminLogIn(page, server.url, `${addressOf(LARGE)}?record=large-45-7`);
  await untilWritten(page, 'adminCourses', '"id":"large"');
  expect(await readTable(page, 'lessons')).not.toContain('large-45-7');
  await expect(page.getByText('Loading course editor...')).toBeVisible();
  await releaseCourse();
  await expect(lessonHead(page, '45.7')).toBeFocused();
  await expect(lessonHead(page, '45.7')).toHaveAttribute('aria-expanded', 'true');
  await expect(
    page.getByRole('main').getByRole('button', { name: /·\s*Module/, expanded: true }),
  ).toHaveCount(1);
  await releasePull();

  // By the outline.
  await page
    .getByRole('navigation', { name: 'Outline' })
    .getByRole('button', { name: '12 · Module 12' })
    .click();
  await expect(moduleHead(page, 12)).toBeFocused();
  await expect(moduleHead(page, 12)).toHaveAttribute('aria-expanded', 'true');

  // Text typed into a lesson that is closed immediately.
  await page.getByLabel('Lesson title').fill('Typed on the quay');
  await moduleHead(page, 45).click();
  await expect(head(page, /Typed on the quay/)).toHaveCount(0);
  const closed = page
    .getByRole('listitem')
    .filter({ has: page.getByRole('heading', { name: /^45 ·\s*Module/ }) });
  await expect(closed).toContainText('not saved');
  await expectAccessible(page);

  // Undo and redo by key.
  await page.keyboard.press('Control+z');
  await expect(lessonHead(page, '45.7')).toBeFocused();
  await page.keyboard.press('Control+Shift+z');
  await expect(head(page, /Typed on the quay/)).toBeFocused();

  // The browser's find in page.
  const found = page.locator('p[hidden="until-found"]').filter({ hasText: 'Lesson 33.3 ·' });
  await expect(found).toHaveCount(1);
  await found.dispatchEvent('beforematch');
  await expect(lessonHead(page, '33.3')).toBeVisible();

  // A lesson without a title cannot be saved: the header of its closed module says so.
  await page.getByLabel('Lesson title').fill(' ');
  await moduleHead(page, 45).click();
  await expect(closed).toContainText('needs you: Enter a title for every lesson of “Module 45”');
  await page.keyboard.press('Control+z');
  await expect(head(page, /Typed on the quay/)).toBeFocused();

  // Deleting moves the focus beside the removed item; restoring the item returns it.
  await page.getByRole('button', { name: 'Delete Lesson' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete the lesson' }).click();
  await expect(lessonHead(page, '45.8')).toBeFocused();
  await moduleHead(page, 45).click();
  await page.getByRole('button', { name: /^Restore/ }).click();
  await expect(head(page, /Typed on the quay/)).toBeFocused();
  await expect(savedNote(page)).toBeVisible();

  await device.kill();
  const again = await device.open();
  const messages = await MessageLog.watch(again);
  await again.goto(server.url + addressOf(LARGE));
  await expect(head(again, /Typed on the quay/)).toBeVisible();
  await again.getByRole('button', { name: 'Save Course' }).click();
  await messages.untilShown('Course saved');
  expect(server.query("select title from lessons where id = 'large-45-7'")).toEqual([
    { title: 'Typed on the quay' },
  ]);
});
