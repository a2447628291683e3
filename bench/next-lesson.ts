import type { Page } from '@playwright/test';
import { Settling } from '#e2e/visual/settling.ts';
import { Chromium } from '#e2e/world/browser/chromium.ts';
import type { CarrelServer } from '#e2e/world/carrel-server.ts';
import { signUpWithCourse } from '#e2e/world/learner.ts';
import { openBenchPage } from './bench-page.ts';
import { type Figure, median } from './figures.ts';
import './next-lesson-page/window.ts';

const COURSE = 'course-1';
const CPU_SLOWDOWN = 4;
/** From the first lesson to the last one and again. */
const PASSES = 3;
const P95_MAX_MS = 50;
const TIMEOUT_MS = 10_000;
const SOURCE = new URL('next-lesson-page/main.tsx', import.meta.url);
/** Sending progress, and the media of a lesson. */
const EXPECTED = /\/api\/(sync|progress|events)|\/media\/|\/__media\//;

/** Runs in the page, as text, because tsx rewrites functions: null on the last lesson. */
const TURN = `new Promise((resolve, reject) => {
  const title = () => document.querySelector('main h1')?.textContent;
  const link = [...document.querySelectorAll('main a')].find((a) => a.textContent === 'Next Lesson');
  if (link === undefined) return resolve(null);
  const before = title();
  const isThere = () => title() !== before && document.querySelector('main article > div:first-of-type *') !== null;
  const watch = new MutationObserver(() => {
    if (!isThere()) return;
    watch.disconnect();
    requestAnimationFrame(() => setTimeout(() => resolve(performance.now() - startMs)));
  });
  watch.observe(document.body, { childList: true, subtree: true, characterData: true });
  setTimeout(() => reject(new Error('The lesson was not rendered')), ${TIMEOUT_MS});
  const startMs = performance.now();
  link.click();
})`;

interface Turns {
  readonly ms: readonly number[];
  /** Requests other than those for progress and media. */
  readonly requests: readonly string[];
}

async function turnLessons(page: Page, origin: string): Promise<Turns> {
  const settling = new Settling(page);
  const ms: number[] = [];
  const requests: string[] = [];
  for (let pass = 0; pass < PASSES; pass += 1) {
    await page.goto(`${origin}/courses/${COURSE}/learn?lesson=${COURSE}-lesson-01`);
    await page.getByRole('heading', { level: 1 }).waitFor();
    await settling.untilSettled();
    const cdp = await page.context().newCDPSession(page);
    await cdp.send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWDOWN });
    const note = (request: { url(): string }) => {
      if (!EXPECTED.test(request.url())) requests.push(request.url());
    };
    page.on('request', note);
    for (;;) {
      const turned = await page.evaluate<number | null>(TURN);
      if (turned === null) break;
      ms.push(turned);
      await settling.untilSettled();
    }
    page.off('request', note);
    await cdp.send('Emulation.setCPUThrottlingRate', { rate: 1 });
  }
  return { ms, requests };
}

async function turnBareLessons(lessons: readonly string[]): Promise<number[]> {
  const device = await Chromium.create();
  try {
    const page = await openBenchPage(device, { source: SOURCE, name: 'turnLesson' });
    const cdp = await page.context().newCDPSession(page);
    await cdp.send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWDOWN });
    const ms: number[] = [];
    for (let pass = 0; pass < PASSES; pass += 1) {
      for (const html of lessons) ms.push(await page.evaluate((text) => window.turnLesson(text), html));
    }
    return ms;
  } finally {
    await device.dispose();
  }
}

const percentile95 = (values: readonly number[]): number =>
  [...values].sort((a, b) => a - b)[Math.floor(values.length * 0.95)] ?? Number.NaN;

/** From lesson to lesson of a downloaded course on a slow CPU: until the next lesson is painted. */
export async function nextLessonFigures(server: CarrelServer): Promise<Figure[]> {
  const lessons = server
    .query<{ content: string }>(
      'select content from lessonContents where lessonId like ? order by lessonId',
      `${COURSE}-lesson-%`,
    )
    .map(({ content }) => content);
  const device = await Chromium.create();
  try {
    const page = await device.open();
    await signUpWithCourse(page, server.url, { courseId: COURSE, code: server.codes(COURSE)[0] });
    const { ms, requests } = await turnLessons(page, server.url);
    const bare = await turnBareLessons(lessons);
    const turns = `${ms.length} turns of a downloaded course`;
    return [
      {
        name: `from lesson to lesson, CPU slowed ${CPU_SLOWDOWN} times, 19 of 20 turns`,
        value: percentile95(ms),
        unit: 'ms until the lesson is painted',
        bound: { kind: 'at most', value: P95_MAX_MS },
        detail: `${turns}, median ${median(ms).toFixed(0)} ms; a bare React page ${percentile95(bare).toFixed(0)} ms, median ${median(bare).toFixed(0)} ms`,
      },
      {
        name: 'requests from lesson to lesson',
        value: requests.length,
        unit: 'requests besides progress and media',
        bound: { kind: 'at most', value: 0 },
        detail: `${turns}${requests.length === 0 ? '' : `: ${[...new Set(requests.map((url) => new URL(url).pathname))].join(', ')}`}`,
      },
    ];
  } finally {
    await device.dispose();
  }
}
