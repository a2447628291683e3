import type { CDPSession, Page } from '@playwright/test';
import { adminLogIn } from '#e2e/world/admin.ts';
import { Chromium } from '#e2e/world/browser/chromium.ts';
import { CarrelServer } from '#e2e/world/carrel-server.ts';
import { fillCourse } from '#e2e/world/fill-course.ts';
import { type Figure, median } from './figures.ts';

const SMALL = { id: 'bench-small', modules: 3, lessons: 4 };
const LARGE = { id: 'bench-large', modules: 60, lessons: 20 };
type Course = typeof SMALL;

const CPU_SLOWDOWN = 4;
const ROUNDS = 7;
const TEXT = 'typed by a quick typist ';
/** Time between two key presses of a fast typist. */
const KEY_EVERY_MS = 90;
const FRAME_MS = 1_000 / 60;

/** The cost of each key, in milliseconds. */
interface Typed {
  /** CPU time of the page's main thread until the next key. */
  readonly workMs: readonly number[];
  /** On a slow CPU: until the frame that shows the key has been rendered. */
  readonly paintedMs: readonly number[];
}

/** Milliseconds of one visit of the editor. */
interface Visit extends Typed {
  /** From the navigation until the frame that shows the course's modules has been rendered. */
  readonly openMs: number;
  /** From the press of Preview until the frame that shows its first lesson has been rendered. */
  readonly previewMs: number;
  readonly nodes: number;
}

/**
 * Runs in the page, as text, because tsx rewrites functions: records when the modules have been painted, and
 * for every key and the press of Preview the milliseconds until the frame that shows it has been rendered.
 */
const WATCH = `(() => {
  const afterFrame = (tell) => requestAnimationFrame(() => {
    const channel = new MessageChannel();
    channel.port1.onmessage = tell;
    channel.port2.postMessage(0);
  });
  const until = (selector, tell) => requestAnimationFrame(() =>
    document.querySelector(selector) === null ? until(selector, tell) : afterFrame(tell));
  window.keyMs = [];
  until('#course-modules ~ *, #course-modules', () => { window.openMs = performance.now(); });
  document.addEventListener('keydown', ({ timeStamp }) =>
    afterFrame(() => window.keyMs.push(performance.now() - timeStamp)), true);
  document.addEventListener('click', ({ timeStamp, target }) => {
    if (target.textContent === 'Preview')
      until('dialog article h1', () => { window.previewMs = performance.now() - timeStamp; });
  }, true);
})()`;

async function visit(page: Page, url: string, { id }: Course): Promise<Visit> {
  await page.goto(`${url}/admin/courses/${id}`);
  const openMs = await noted(page, 'openMs');
  await page.getByRole('main').getByRole('heading', { level: 4 }).first().getByRole('button').click();
  const nodes = await page.evaluate(() => document.querySelectorAll('*').length);
  const keys = await typeTitle(page);
  await page.getByRole('button', { name: 'Preview', exact: true }).click();
  const previewMs = await noted(page, 'previewMs');
  return { openMs, previewMs, nodes, ...keys };
}

/** Types into the title of the first lesson, at full speed and on a slowed CPU, and undoes it. */
async function typeTitle(page: Page): Promise<Typed> {
  const cdp = await page.context().newCDPSession(page);
  const field = page.getByLabel('Lesson title').first();
  const before = await field.inputValue();
  await field.click();
  await cdp.send('Performance.enable', { timeDomain: 'threadTicks' });
  const workMs: number[] = [];
  for (const key of TEXT) {
    const start = await mainThreadMs(cdp);
    await page.keyboard.type(key, { delay: KEY_EVERY_MS });
    workMs.push((await mainThreadMs(cdp)) - start);
  }
  // The CPU is slowed by busy waiting, which would count as CPU time: so only elapsed time is measured.
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWDOWN });
  await page.evaluate('window.keyMs = []');
  await page.keyboard.type(TEXT, { delay: KEY_EVERY_MS });
  await page.waitForFunction((keys) => Reflect.get(window, 'keyMs').length >= keys, TEXT.length);
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: 1 });
  const paintedMs = await page.evaluate<number[]>('window.keyMs');
  await field.fill(before);
  await cdp.detach();
  return { workMs, paintedMs };
}

/** The same keys in a page with a single field. */
async function typeInBareField(page: Page): Promise<Typed> {
  await page.goto('about:blank');
  await page.setContent('<label>Lesson title <input></label>');
  await page.evaluate(WATCH);
  return typeTitle(page);
}

async function noted(page: Page, name: string): Promise<number> {
  await page.waitForFunction((wanted) => typeof Reflect.get(window, wanted) === 'number', name);
  return page.evaluate<number>(`window.${name}`);
}

/** CPU time of the page's main thread so far. */
async function mainThreadMs(cdp: CDPSession): Promise<number> {
  const { metrics } = await cdp.send('Performance.getMetrics');
  return 1_000 * (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? Number.NaN);
}

/** Measures the editor of 1,200 lessons against the editor of twelve, visited alternately. */
export async function largeCourseFigures(): Promise<Figure[]> {
  const server = await CarrelServer.start();
  const device = await Chromium.create();
  const rounds: Round[] = [];
  try {
    await server.stop();
    for (const course of [SMALL, LARGE]) fillCourse(server, course);
    await server.start();
    const page = await device.open();
    await page.addInitScript(WATCH);
    await adminLogIn(page, server.url, '/admin/workspace');
    // Both courses are on the device, and the downloads of the first visit are not counted.
    for (const course of [SMALL, LARGE]) await visit(page, server.url, course);
    for (let round = 0; round < ROUNDS; round += 1) {
      const bare = await typeInBareField(page);
      // The browser starts a process for the first page of another site.
      await page.goto(`${server.url}/admin/workspace`);
      const isSmallFirst = round % 2 === 0;
      const first = await visit(page, server.url, isSmallFirst ? SMALL : LARGE);
      const second = await visit(page, server.url, isSmallFirst ? LARGE : SMALL);
      rounds.push(
        isSmallFirst ? { bare, small: first, large: second } : { bare, small: second, large: first },
      );
    }
  } finally {
    await device.dispose();
    await server.dispose();
  }
  return figuresOf(rounds);
}

interface Round {
  readonly bare: Typed;
  readonly small: Visit;
  readonly large: Visit;
}

/** Computed per round, because the machine's other load varies. */
function figuresOf(rounds: readonly Round[]): Figure[] {
  return [
    ratioOf(rounds, 'opening the editor of a course of 1,200 lessons', ({ openMs }) => openMs),
    ratioOf(rounds, 'opening its preview', ({ previewMs }) => previewMs),
    ratioOf(rounds, 'elements in the page of its editor', ({ nodes }) => nodes, { most: 10 }),
    framesOf(rounds, 'work until the next key', ({ workMs }) => CPU_SLOWDOWN * median(workMs)),
    framesOf(rounds, 'until it is painted', ({ paintedMs }) => median(paintedMs)),
  ];
}

function ratioOf(
  rounds: readonly Round[],
  name: string,
  read: (visit: Visit) => number,
  { most } = { most: 1.5 },
): Figure {
  const [large, small] = [rounds.map((one) => read(one.large)), rounds.map((one) => read(one.small))];
  return {
    name,
    value: median(rounds.map((one) => read(one.large) / read(one.small))),
    unit: 'times the course of 12 lessons',
    bound: { kind: 'at most', value: most },
    detail: `${median(large).toFixed(0)} and ${median(small).toFixed(0)}, medians of ${ROUNDS} rounds`,
  };
}

function framesOf(rounds: readonly Round[], what: string, read: (typed: Typed) => number): Figure {
  const of = (kind: keyof Round) => median(rounds.map((round) => read(round[kind]))).toFixed(1);
  return {
    name: `a key in a lesson of that course, CPU slowed ${CPU_SLOWDOWN} times: ${what}`,
    value: median(rounds.map(({ large, bare }) => read(large) - read(bare))) / FRAME_MS,
    unit: 'frames more than in a bare field',
    bound: { kind: 'at most', value: 1 },
    detail: `${of('large')} ms, ${of('small')} ms in the course of 12 lessons and ${of('bare')} ms`,
  };
}
