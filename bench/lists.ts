import type { Page } from '@playwright/test';
import { adminLogIn } from '#e2e/world/admin.ts';
import { CarrelServer } from '#e2e/world/carrel-server.ts';
import { Chromium } from '#e2e/world/chromium.ts';
import { type Figure, median } from './figures.ts';
import { fillWithCourses } from './many-courses.ts';

const FEW = 12;
const MANY = 500;
const LESSONS = 12;
const ROUNDS = 9;
const CPU_SLOWDOWN = 4;
const FRAME_MS = 1_000 / 60;
const TEXT = 'course 4';
/** Time between two key presses of a fast typist. */
const KEY_EVERY_MS = 90;
const TIMEOUT_MS = 10_000;
const OTHER_HEADING = /^(User Management|.*support.*|.*help.*)$/i;

interface List {
  readonly name: string;
  readonly path: string;
  /** A page with a link back to the list. */
  readonly other: string;
  /** The search field's label, where the list has one. */
  readonly field: string | null;
}

const LISTS: readonly List[] = [
  { name: 'the course list', path: '/courses', other: '/support', field: null },
  { name: 'the library', path: '/library', other: '/support', field: 'Search the library' },
  {
    name: 'the workspace',
    path: '/admin/workspace?tab=published',
    other: '/admin/users',
    field: 'Search courses',
  },
];

/** Runs in the page, as text, because tsx rewrites functions: goes back to the list and waits for its first card. */
const GO_BACK = `new Promise((resolve, reject) => {
  const start = performance.now();
  const isThere = () => document.querySelector('main li :is(h2, h3)') !== null;
  const watch = new MutationObserver(() => {
    if (!isThere()) return;
    watch.disconnect();
    requestAnimationFrame(() => setTimeout(() => resolve(performance.now() - start)));
  });
  watch.observe(document.body, { childList: true, subtree: true });
  setTimeout(() => reject(new Error('The list was not rendered')), ${TIMEOUT_MS});
  history.back();
})`;

/** Records for every key the milliseconds until the frame that shows it has been rendered. */
const WATCH_KEYS = `(() => {
  window.keyMs = [];
  document.addEventListener('keydown', (event) => {
    requestAnimationFrame(() => setTimeout(() => window.keyMs.push(performance.now() - event.timeStamp)));
  }, true);
})()`;

interface Measured {
  readonly openMs: number;
  readonly keyMs: number;
}

async function measureList(page: Page, origin: string, list: List): Promise<Measured> {
  await page.goto(origin + list.path, { waitUntil: 'networkidle' });
  const cards = page.getByRole('main').getByRole('listitem');
  await cards.first().waitFor();
  const opened: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    await page.locator(`a[href="${list.other}"]`).first().click();
    await page.waitForURL(`**${list.other}`);
    await page.getByRole('heading', { level: 1, name: OTHER_HEADING }).waitFor();
    await page.waitForLoadState('networkidle');
    opened.push(await page.evaluate<number>(GO_BACK));
  }
  return {
    openMs: Math.min(...opened),
    keyMs: list.field === null ? 0 : await measureKeys(page, list.field),
  };
}

async function measureKeys(page: Page, field: string): Promise<number> {
  const cdp = await page.context().newCDPSession(page);
  await page.waitForLoadState('networkidle');
  await page.getByLabel(field).click();
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWDOWN });
  await page.evaluate(WATCH_KEYS);
  await page.keyboard.type(TEXT, { delay: KEY_EVERY_MS });
  await page.waitForFunction((keys) => Reflect.get(window, 'keyMs').length >= keys, TEXT.length);
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: 1 });
  return median(await page.evaluate<number[]>('window.keyMs'));
}

async function measureWith(courses: number): Promise<Measured[]> {
  const server = await CarrelServer.start({ CARREL_SEED: 'none' });
  const device = await Chromium.create();
  try {
    await server.stop();
    fillWithCourses(server.dataFolder, () => LESSONS, courses);
    await server.start();
    const page = await device.open();
    const measured: Measured[] = [];
    for (const list of LISTS) {
      if (list.path.startsWith('/admin')) await adminLogIn(page, server.url);
      measured.push(await measureList(page, server.url, list));
    }
    return measured;
  } finally {
    await device.dispose();
    await server.dispose();
  }
}

/** Measures a list of 500 courses against one of twelve: reopening it, and a key in its search. */
export async function listFigures(): Promise<Figure[]> {
  const few = await measureWith(FEW);
  const many = await measureWith(MANY);
  return LISTS.flatMap(({ name, field }, at) => {
    const [small, large] = [few[at], many[at]];
    if (small === undefined || large === undefined) return [];
    const openFigure: Figure = {
      name: `opening ${name} with ${MANY} courses`,
      value: large.openMs / small.openMs,
      unit: `times that with ${FEW}`,
      bound: { kind: 'at most', value: 1.5 },
      detail: `${large.openMs.toFixed(1)} ms and ${small.openMs.toFixed(1)} ms, the best of ${ROUNDS} rounds`,
    };
    if (field === null) return [openFigure];
    const key: Figure = {
      name: `a key in the search of ${name} with ${MANY} courses, CPU slowed ${CPU_SLOWDOWN} times, until it is painted`,
      value: (large.keyMs - small.keyMs) / FRAME_MS,
      unit: `frames more than with ${FEW}`,
      bound: { kind: 'at most', value: 1 },
      detail: `${large.keyMs.toFixed(1)} ms and ${small.keyMs.toFixed(1)} ms, medians of ${TEXT.length} keys`,
    };
    return [openFigure, key];
  });
}
