import { expect, type Page } from '@playwright/test';
import { findRoute, routePatterns } from '#pwa/paths.ts';
import { insertPeople } from '../admin/people.ts';
import { adminLogIn, editElsewhere } from '../world/admin.ts';
import type { Device } from '../world/browser/device.ts';
import type { CarrelServer } from '../world/carrel-server.ts';
import { signUp, unlockAndDownload } from '../world/learner.ts';
import { test } from '../world/world.ts';
import { contrastIn, mainColour } from './contrast.ts';
import { Settling } from './settling.ts';
import { type Screen, visitOnPhone, visitScreens } from './visit-screen.ts';

const press = (name: string) => (page: Page) =>
  page.getByRole('main').getByRole('button', { name }).first().click();
const openMenu = (name: string | RegExp) => (page: Page) =>
  page.getByRole('button', { name }).first().click();

const PUBLIC: readonly Screen[] = [
  { path: '/' },
  { path: '/courses' },
  { path: '/courses/course-1' },
  { path: '/courses/no-such-course' },
  { path: '/library' },
  { path: '/library?category=tools' },
  { path: '/activate/course-1#code=CARREL-7KQ2-M9XD', act: press('Create account and unlock') },
  { path: '/login' },
  { path: '/signup', act: press('Sign Up') },
  { path: '/forgot-password' },
  { path: '/verify-otp' },
  { path: '/reset-password' },
  { path: '/support', act: press('Send request') },
  { path: '/terms' },
  { path: '/privacy' },
  { path: '/admin/login' },
];
const LEARNERS: readonly Screen[] = [
  { path: '/dashboard', act: openMenu(/^Account of/) },
  { path: '/courses/course-1' },
  { path: '/courses/course-2/activate' },
  { path: '/activate' },
  { path: '/activate/course-2' },
  { path: '/sync' },
  { path: '/search?q=tide' },
  { path: '/storage' },
  { path: '/profile' },
  { path: '/support' },
  { path: '/courses/course-1/learn?lesson=course-1-lesson-01' },
  { path: '/courses/course-1/learn?lesson=course-1-lesson-04' },
  // On a phone the list of lessons, on a desktop the panel of files.
  {
    path: '/courses/course-1/learn?lesson=course-1-lesson-07',
    act: openMenu(/^(Course content|Works offline|\d+ of \d+ lessons work)/),
  },
];
const ADMINS: readonly Screen[] = [
  { path: '/admin/dashboard', act: press('Show as table') },
  { path: '/admin/workspace?tab=published' },
  { path: '/admin/workspace?tab=unpublished', act: press('Delete') },
  { path: '/admin/codes' },
  { path: '/admin/codes', act: press('Generate codes') },
  { path: '/admin/codes/course-1-demo' },
  { path: '/admin/codes/course-1-demo', act: press('Print') },
  { path: '/admin/codes/course-1-demo', act: press('Revoke all') },
  { path: '/admin/codes/shops', act: press('Add shop') },
  { path: '/admin/workspace?tab=published', act: press('More') },
  { path: '/admin/import' },
  { path: '/admin/trash' },
  { path: '/admin/users' },
  { path: '/admin/users', act: press('Make Admin') },
  { path: '/admin/users/person-0', act: press('Give access to a course') },
  { path: '/admin/users/nobody' },
  { path: '/admin/reports' },
  { path: '/admin/reports?tab=learners' },
  { path: '/admin/reports?tab=codes', act: press('Show as table') },
  { path: '/admin/support' },
  { path: '/admin/audit' },
  { path: '/admin/site' },
  { path: '/admin/courses/new' },
  { path: '/admin/courses/course-1' },
];

// Each takes longer than most files of tests, and one after the other they would end last, on one core. On a busy
// machine they take minutes.
test.describe.configure({ mode: 'parallel', timeout: 900_000 });

const VISITS = [
  { who: 'Visitors’', screens: PUBLIC, enter: async (device: Device) => device.openWithoutWorker() },
  { who: 'Learners’', screens: LEARNERS, enter: enterAsLearner },
  { who: 'Admins’', screens: ADMINS, enter: enterAsAdmin },
];

test('Every route is among the visited screens', () => {
  const paths = VISITS.flatMap(({ screens }) => screens).map(({ path }) => path.replace(/[?#].*/, ''));
  const visited = new Set<string | null>(paths.map(findRoute));
  expect(Object.keys(routePatterns).filter((name) => !visited.has(name))).toEqual([]);
});

for (const { who, screens, enter } of VISITS) {
  test(`${who} screens are accessible and fit a phone`, { tag: '@journey' }, async ({ server, device }) => {
    const page = await enter(device, server);
    const errors = watchConsole(page);
    await visitOnPhone(page, server.url, screens);
    expect(errors).toEqual([]);
  });

  /*
   * At 320, 390 and 1280 px, light, dark and in forced colours: axe reports nothing, nothing scrolls sideways,
   * also with text at 200 %, and every control is at least 44 by 44 px.
   */
  test(`${who} screens are accessible, fit every viewport and have touch-sized controls`, async ({
    server,
    device,
  }) => {
    const page = await enter(device, server);
    const errors = watchConsole(page);
    await visitScreens(page, server.url, screens);
    expect(errors).toEqual([]);
  });
}

test('A lesson renders in forced colours, with large text, and in a low viewport', async ({
  server,
  device,
}) => {
  const page = await enterAsLearner(device, server);
  const errors = watchConsole(page);
  await checkLesson(page, server);
  expect(errors).toEqual([]);
});

async function enterAsLearner(device: Device, server: CarrelServer): Promise<Page> {
  const page = await device.open();
  await signUp(page, server.url, 'Alice Marsh');
  // On the screen, so that the sync centre lists it.
  await unlockAndDownload(page, server.url, {
    courseId: 'course-1',
    code: server.codes('course-1')[0] ?? '',
  });
  return page;
}

async function enterAsAdmin(device: Device, server: CarrelServer): Promise<Page> {
  const page = await device.openWithoutWorker();
  await fillAdminPages(server);
  await adminLogIn(page, server.url);
  return page;
}

/**
 * Details that whole-page measurements miss: icons, the current lesson, and the position of the bar below a
 * lesson.
 */
async function checkLesson(page: Page, server: CarrelServer): Promise<void> {
  const lesson = (id: string) => `${server.url}/courses/course-1/learn?lesson=course-1-lesson-${id}`;
  const bar = page.getByRole('navigation', { name: 'Lesson' });
  await page.setViewportSize({ width: 1280, height: 900 });
  await page.goto(lesson('04'));
  await page.emulateMedia({ forcedColors: 'active', reducedMotion: 'reduce' });
  const icons = page.getByRole('region', { name: 'Video player' }).getByRole('button');
  await expect(icons.first()).toBeVisible();
  for (const icon of await icons.all()) {
    await expect.soft.poll(() => contrastIn(icon), await icon.innerHTML()).toBeGreaterThanOrEqual(3);
  }
  const links = page.getByRole('complementary').getByRole('listitem').getByRole('link');
  const current = page.getByRole('complementary').locator('a[aria-current="page"]');
  await expect.soft.poll(() => mainColour(current)).not.toBe(await mainColour(links.first()));
  await page.emulateMedia({ forcedColors: 'none', reducedMotion: 'reduce' });

  await page.setViewportSize({ width: 390, height: 844 });
  const sizes = () =>
    page.evaluate(() =>
      [
        'header svg',
        'header',
        'nav[aria-label="Lesson"] button',
        '[aria-label="Video player"] button svg',
      ].map((selector) => document.querySelector(selector)?.getBoundingClientRect().height ?? 0),
    );
  await new Settling(page).untilSettled();
  const before = await sizes();
  await page.evaluate(() => document.documentElement.style.setProperty('font-size', '200%'));
  for (const [at, size] of before.entries()) {
    const after = async () => (await sizes())[at];
    await expect.soft.poll(after, `part ${at} grows with the text`).toBeGreaterThan(size * 1.2);
  }
  await page.evaluate(() => document.documentElement.style.removeProperty('font-size'));
  await expect(page.getByRole('banner').getByText('Offline-first web apps')).toBeInViewport({ ratio: 0.95 });

  server.change(
    "update lessonContents set content = '<p>One line.</p>' where lessonId = 'course-2-lesson-02'",
  );
  await unlockAndDownload(page, server.url, {
    courseId: 'course-2',
    code: server.codes('course-2')[0] ?? '',
  });
  await page.goto(`${server.url}/courses/course-2/learn?lesson=course-2-lesson-02`);
  await expect(page.getByText('One line.')).toBeVisible();
  for (const width of [390, 1280]) {
    await page.setViewportSize({ width, height: 1000 });
    const endOfBar = async () => {
      const { y = 0, height = 0 } = (await bar.boundingBox()) ?? {};
      return y + height;
    };
    await expect.soft
      .poll(endOfBar, `the bar of a short lesson ends at the bottom at ${width} px`)
      .toBeGreaterThan(990);
  }
}

/** Every console message is an error; a 404 that the page requested on purpose is logged by the browser. */
function watchConsole(page: Page): string[] {
  const errors: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error' && !/status of 404/.test(message.text())) errors.push(message.text());
  });
  page.on('pageerror', (error) => errors.push(error.message));
  return errors;
}

async function fillAdminPages(server: CarrelServer): Promise<void> {
  insertPeople(server, 60);
  server.change("update courses set status = 'unpublished' where id = 'course-3'");
  server.change("update courses set publishAt = '2031-12-03T08:00:00.000Z' where id = 'course-3'");
  server.change("update courses set unpublishAt = '2032-01-31T20:00:00.000Z' where id = 'course-1'");
  await editElsewhere(server.url, '/api/admin/lessons/course-1-lesson-01', { body: { title: 'Low water' } });
  const reply = await fetch(`${server.url}/api/support`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({
      ...{ name: 'Bob', email: 'bob@example.org', subject: 'access', orderNumber: 'A-1007' },
      message: 'My code does not open the course',
    }),
  });
  expect(reply.status).toBe(200);
}
