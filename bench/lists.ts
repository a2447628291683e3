import type { Page } from '@playwright/test';
import { Settling } from '#e2e/visual/settling.ts';
import { adminLogIn } from '#e2e/world/admin.ts';
import { Chromium } from '#e2e/world/browser/chromium.ts';
import { CarrelServer } from '#e2e/world/carrel-server.ts';
import { type Figure, median } from './figures.ts';
import { fillWithCourses } from './many-courses.ts';
import { fillWithUsers } from './many-users.ts';

const LESSONS = 12;
const ROUNDS = 9;
/** The text is typed this often, because the time of a key differs much. */
const TYPING_ROUNDS = 5;
const CPU_SLOWDOWN = 4;
const FRAME_MS = 1_000 / 60;
/** Time between two key presses of a fast typist. */
const KEY_EVERY_MS = 90;
const TIMEOUT_MS = 10_000;
const OTHER_HEADING = /^(User Management|Workspace|.*support.*|.*help.*)$/i;
/** A course's card. */
const CARD = 'main li :is(h2, h3)';

interface List {
  readonly name: string;
  readonly path: string;
  /** A page with a link back to the list. */
  readonly other: string;
  /** A selector of its rows or cards. */
  readonly row: string;
  /** The search field's label, where the list has one. */
  readonly field: string | null;
}

/** Lists that show the same rows, and how many of those are compared. */
interface Rows {
  readonly noun: string;
  readonly few: number;
  readonly many: number;
  readonly fill: (dataFolder: string, count: number) => void;
  /** Typed into the search fields. */
  readonly text: string;
  /** Calls that return the rows. They are aborted after the first visit, because a list is opened from the device. */
  readonly calls: string | null;
  readonly lists: readonly List[];
}

const COURSES: Rows = {
  noun: 'courses',
  few: 12,
  many: 500,
  fill: (dataFolder, count) => fillWithCourses(dataFolder, () => LESSONS, count),
  text: 'course 4',
  calls: null,
  lists: [
    { name: 'the course list', path: '/courses', other: '/support', row: CARD, field: null },
    { name: 'the library', path: '/library', other: '/support', row: CARD, field: 'Search the library' },
    {
      name: 'the workspace',
      path: '/admin/workspace?tab=published',
      other: '/admin/users',
      row: CARD,
      field: 'Search courses',
    },
  ],
};

const USERS: Rows = {
  noun: 'users',
  // A full page of them.
  few: 50,
  many: 50_000,
  fill: fillWithUsers,
  text: 'learner 4',
  calls: '**/api/admin/users*',
  lists: [
    {
      name: 'the list of users',
      path: '/admin/users',
      other: '/admin/workspace',
      row: 'main tbody tr',
      field: 'Search users by name or email',
    },
  ],
};

/** Runs in the page, as text, because tsx rewrites functions: goes back to the list and waits for its first row. */
const goBack = (row: string) => `new Promise((resolve, reject) => {
  const start = performance.now();
  const isThere = () => document.querySelector('${row}') !== null;
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

async function measureList(page: Page, origin: string, { list, rows }: { list: List; rows: Rows }) {
  const settling = new Settling(page);
  await page.goto(origin + list.path);
  await page.locator(list.row).first().waitFor();
  await settling.untilSettled();
  if (rows.calls !== null) await page.route(rows.calls, (route) => route.abort());
  const opened: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    await page.locator(`a[href="${list.other}"]`).first().click();
    await page.waitForURL(`**${list.other}`);
    await page.getByRole('heading', { level: 1, name: OTHER_HEADING }).waitFor();
    await settling.untilQuiet();
    opened.push(await page.evaluate<number>(goBack(list.row)));
  }
  return {
    openMs: Math.min(...opened),
    keyMs:
      list.field === null ? 0 : await measureKeys(page, settling, { field: list.field, text: rows.text }),
  };
}

interface Typed {
  /** The label of the field. */
  readonly field: string;
  readonly text: string;
}

async function measureKeys(page: Page, settling: Settling, { field, text }: Typed): Promise<number> {
  const cdp = await page.context().newCDPSession(page);
  await page.getByLabel(field).click();
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWDOWN });
  await page.evaluate(WATCH_KEYS);
  for (let round = 1; round <= TYPING_ROUNDS; round += 1) {
    await page.keyboard.type(text, { delay: KEY_EVERY_MS });
    await page.waitForFunction((keys) => Reflect.get(window, 'keyMs').length >= keys, round * text.length);
    await page.getByLabel(field).fill('');
    await settling.untilQuiet();
  }
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: 1 });
  return median(await page.evaluate<number[]>('window.keyMs'));
}

async function measureWith(rows: Rows, count: number): Promise<Measured[]> {
  const server = await CarrelServer.start({ CARREL_SEED: 'none' });
  const device = await Chromium.create();
  try {
    await server.stop();
    rows.fill(server.dataFolder, count);
    await server.start();
    const page = await device.open();
    const measured: Measured[] = [];
    for (const list of rows.lists) {
      if (list.path.startsWith('/admin')) await adminLogIn(page, server.url);
      measured.push(await measureList(page, server.url, { list, rows }));
    }
    return measured;
  } finally {
    await device.dispose();
    await server.dispose();
  }
}

/** Measures long lists against short ones: reopening them, and a key in their search. */
export async function listFigures(): Promise<Figure[]> {
  return [...(await figuresOf(COURSES)), ...(await figuresOf(USERS))];
}

async function figuresOf(rows: Rows): Promise<Figure[]> {
  const { noun, text } = rows;
  const [fewRows, manyRows] = [rows.few.toLocaleString('en'), rows.many.toLocaleString('en')];
  const few = await measureWith(rows, rows.few);
  const many = await measureWith(rows, rows.many);
  return rows.lists.flatMap(({ name, field }, at) => {
    const [small, large] = [few[at], many[at]];
    if (small === undefined || large === undefined) return [];
    const openFigure: Figure = {
      name: `opening ${name} with ${manyRows} ${noun}`,
      value: large.openMs / small.openMs,
      unit: `times that with ${fewRows}`,
      bound: { kind: 'at most', value: 1.5 },
      detail: `${large.openMs.toFixed(1)} ms and ${small.openMs.toFixed(1)} ms, the best of ${ROUNDS} rounds`,
    };
    if (field === null) return [openFigure];
    const key: Figure = {
      name: `a key in the search of ${name} with ${manyRows} ${noun}, CPU slowed ${CPU_SLOWDOWN} times, until it is painted`,
      value: (large.keyMs - small.keyMs) / FRAME_MS,
      unit: `frames more than with ${fewRows}`,
      bound: { kind: 'at most', value: 1 },
      detail: `${large.keyMs.toFixed(1)} ms and ${small.keyMs.toFixed(1)} ms, medians of ${TYPING_ROUNDS * text.length} keys`,
    };
    return [openFigure, key];
  });
}
