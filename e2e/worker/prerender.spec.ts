import { expect, type Page } from '@playwright/test';
import { signUpByForm, signUpWithCourse, untilRemembered } from '../world/learner.ts';
import { test } from '../world/world.ts';

/** As in pwa/main.tsx. */
const PRERENDER_TIMEOUT_MS = 1_000;

/**
 * Runs in the page first, as text, because some runners rewrite functions: records the content beside the bar
 * of index.html, which the app removes, once it has been painted, and the layout shifts since the page was
 * opened.
 */
const WATCH = `(() => {
  const notes = () => document.documentElement.dataset;
  window.placesOf = () => [...document.querySelectorAll('article > header > *, article > div:first-of-type > *')].map((one) => {
    const { x, y, width, height } = one.getBoundingClientRect();
    return [one.localName, x, y, width, height].join(' ');
  });
  new MutationObserver((_, observer) => {
    if (document.querySelector('#root > .shell-bar ~ main article') === null) return;
    observer.disconnect();
    requestAnimationFrame(() => setTimeout(() => {
      const scripts = performance.getEntriesByType('resource').map(({ name }) => name);
      notes().picture = JSON.stringify({
        title: document.title,
        scrollY,
        places: placesOf(),
        background: getComputedStyle(document.body).backgroundColor,
        hasReact: scripts.some((name) => name.includes('/base-') && name.endsWith('.js')),
      });
    }));
  }).observe(document, { childList: true, subtree: true });
  // The status texts of the bar come later, and move its chips.
  const isInBar = ({ node }) => node instanceof Element && node.closest('header') !== null && node.closest('article') === null;
  new PerformanceObserver((list) => {
    for (const { value, sources } of list.getEntries())
      if (sources.length === 0 || !sources.every(isInBar)) notes().shift = String(Number(notes().shift ?? 0) + value);
  }).observe({ type: 'layout-shift', buffered: true });
  // The app waits a second for the prerender, which is longer on a busy machine; the order is the same.
  const { setTimeout: wait } = window;
  window.setTimeout = (task, ms, ...rest) => wait(task, ms === ${PRERENDER_TIMEOUT_MS} ? 30_000 : ms, ...rest);
})()`;

interface Prerender {
  readonly title: string;
  readonly scrollY: number;
  /** Name and box of each block of the lesson. */
  readonly places: readonly string[];
  readonly background: string;
  readonly hasReact: boolean;
}

/** The text readable before the app started; null when there was none. */
async function readPrerender(page: Page): Promise<Prerender | null> {
  await expect(page.locator('.shell-bar')).toHaveCount(0);
  const note = await page.evaluate(() => document.documentElement.dataset.picture);
  return note === undefined ? null : JSON.parse(note);
}

const placesOf = (page: Page): Promise<string[]> => page.evaluate('placesOf()');
const shiftOf = (page: Page) => page.evaluate(() => Number(document.documentElement.dataset.shift ?? 0));
const lessonAt = (origin: string, number: number) =>
  `${origin}/courses/course-1/learn?lesson=course-1-lesson-0${number}`;
const isReady = (page: Page) =>
  expect(page.getByRole('button', { name: /^(Mark complete|Completed)$/ })).toBeVisible();

const DARK = 'rgb(19, 23, 21)';

for (const { width, colorScheme, reading } of [
  { width: 390, colorScheme: 'dark', reading: {} },
  // On a light device, the app is dark from the first paint.
  { width: 1280, colorScheme: 'light', reading: { theme: 'dark', text: 'largest', line: 'narrow' } },
] as const) {
  test(`A downloaded lesson is rendered before React is requested, as the reading settings say, and nothing shifts when React takes over, ${colorScheme}, ${width} px wide`, async ({
    server,
    device,
  }) => {
    const page = await device.open();
    await page.setViewportSize({ width, height: 844 });
    await page.emulateMedia({ colorScheme });
    await signUpWithCourse(page, server.url, { code: server.codes('course-1')[0] });
    await page.evaluate((text) => localStorage.setItem('carrel.reading', text), JSON.stringify(reading));
    await server.stop();
    await page.addInitScript({ content: WATCH });

    // A lesson of text, one with an uploaded video and, in passing, one with a table.
    for (const number of [2, 1, 4]) {
      await page.goto(lessonAt(server.url, number));
      const prerender = await readPrerender(page);
      await isReady(page);
      expect(prerender?.hasReact, `lesson ${number}`).toBe(false);
      expect(prerender?.places.length).toBeGreaterThan(4);
      expect(prerender?.background).toBe(DARK);
      expect(await placesOf(page), `lesson ${number}`).toEqual(prerender?.places);
      await expect(page).toHaveTitle(prerender?.title ?? '');
      expect(await shiftOf(page)).toBeLessThan(0.001);
    }
  });
}

test('A reloaded lesson keeps its scroll position', async ({ server, device }) => {
  const page = await device.open();
  await signUpWithCourse(page, server.url, { code: server.codes('course-1')[0] });
  await page.addInitScript({ content: WATCH });
  await page.goto(lessonAt(server.url, 2));
  await isReady(page);
  await page.evaluate(() => scrollTo(0, 600));
  // The app notes the position in the next frame.
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve))));
  expect(await page.evaluate(() => scrollY)).toBe(600);
  await page.reload();
  expect((await readPrerender(page))?.scrollY).toBe(600);
  await isReady(page);
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(600);
});

test('Only its reader sees it, also after the session has ended, but not after signing out', async ({
  server,
  device,
}) => {
  const page = await device.open();
  await signUpWithCourse(page, server.url, { code: server.codes('course-1')[0] });
  await page.addInitScript({ content: WATCH });

  await page.goto(`${server.url}/courses/course-1/learn?lesson=deleted`);
  expect(await readPrerender(page)).toBeNull();
  await page.goto(`${server.url}/courses/course-2/learn?lesson=course-2-lesson-01`);
  expect(await readPrerender(page)).toBeNull();
  await page.waitForURL('**/courses/course-2/activate');

  await page.evaluate(() => localStorage.removeItem('token'));
  await page.goto(lessonAt(server.url, 2));
  expect(await readPrerender(page)).not.toBeNull();

  // The visit is stored after two seconds, and cannot be sent without a session: signing out asks about it.
  await untilRemembered(page, 'course-1-lesson-02');
  await page.getByRole('button', { name: /^Account of/ }).click();
  await page.getByRole('button', { name: 'Sign out', exact: true }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Keep for my next login' }).click();
  await page.waitForURL((url) => url.pathname === '/');
  await page.goto(lessonAt(server.url, 2));
  expect(await readPrerender(page)).toBeNull();
  await page.waitForURL('**/login**');

  await signUpByForm(page, server.url, 'Bob');
  await page.goto(lessonAt(server.url, 2));
  expect(await readPrerender(page)).toBeNull();
});
