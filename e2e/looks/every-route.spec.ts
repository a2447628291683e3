import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { expect, type Page } from '@playwright/test';
import { keepCourse, signUp } from '../world/learner.ts';
import { test } from '../world/world.ts';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const LOOKS = [
  { width: 390, height: 844, scheme: 'light' },
  { width: 390, height: 844, scheme: 'dark' },
  { width: 1280, height: 900, scheme: 'light' },
  { width: 1280, height: 900, scheme: 'dark' },
] as const;

const PUBLIC = [
  '/',
  '/courses',
  '/courses/course-1',
  '/courses/no-such-course',
  '/login',
  '/signup',
  '/terms',
  '/privacy',
];
const PRIVATE = [
  '/dashboard',
  '/courses/course-1',
  '/courses/course-2/activate',
  '/courses/course-1/learn?lesson=course-1-lesson-01',
  '/courses/course-1/learn?lesson=course-1-lesson-07',
];

interface Finding {
  readonly id: string;
  readonly nodes: string[];
}

/** What axe finds on the page, by rule. */
async function axeFindings(page: Page): Promise<Finding[]> {
  await page.evaluate(AXE);
  return page.evaluate(async () => {
    const axe: unknown = Reflect.get(window, 'axe');
    if (typeof axe !== 'object' || axe === null || !('run' in axe) || typeof axe.run !== 'function')
      throw new Error('no axe');
    const { violations } = await axe.run(document, { resultTypes: ['violations'] });
    return violations.map((one: { id: string; nodes: { html: string }[] }) => ({
      id: one.id,
      nodes: one.nodes.map((node) => node.html.slice(0, 200)),
    }));
  });
}

/** Looks at one route in every size and scheme: no violation, no sideways scrolling, one h1. */
async function look(page: Page, url: string): Promise<void> {
  for (const { width, height, scheme } of LOOKS) {
    await page.setViewportSize({ width, height });
    await page.emulateMedia({ colorScheme: scheme, reducedMotion: 'reduce' });
    await page.goto(url, { waitUntil: 'networkidle' });
    await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1);
    const where = `${url} at ${width} px, ${scheme}`;
    expect.soft(await axeFindings(page), where).toEqual([]);
    const overflow = await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    );
    expect.soft(overflow, `${where} scrolls sideways`).toBeLessThanOrEqual(0);
    expect.soft(await page.evaluate(() => scrollY), `${where} opens scrolled`).toBe(0);
  }
}

/** Everything the console says is an error; a 404 that the page asked for on purpose is the browser's own line. */
function watchConsole(page: Page): string[] {
  const errors: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error' && !/status of 404/.test(message.text())) errors.push(message.text());
  });
  page.on('pageerror', (error) => errors.push(error.message));
  return errors;
}

test('every public route is accessible, fits the screen and says nothing on the console', async ({
  server,
  device,
}) => {
  test.setTimeout(180_000);
  const page = await device.open();
  const errors = watchConsole(page);
  for (const path of PUBLIC) await look(page, server.url + path);
  expect(errors).toEqual([]);
});

test('every route of a learner is accessible, fits the screen and says nothing on the console', async ({
  server,
  device,
}) => {
  test.setTimeout(180_000);
  const page = await device.open();
  const errors = watchConsole(page);
  await signUp(page, server.url, 'Alice');
  const [code = ''] = server.codes('course-1');
  await keepCourse(page, server.url, { courseId: 'course-1', code });
  for (const path of PRIVATE) await look(page, server.url + path);
  expect(errors).toEqual([]);
});

test('without a network the kept screens are as accessible as with one', async ({ server, device }) => {
  test.setTimeout(120_000);
  const page = await device.open();
  await signUp(page, server.url, 'Alice');
  const [code = ''] = server.codes('course-1');
  await keepCourse(page, server.url, { courseId: 'course-1', code });
  await server.stop();
  for (const path of ['/dashboard', '/courses/course-1/learn?lesson=course-1-lesson-04'])
    await look(page, server.url + path);
});
