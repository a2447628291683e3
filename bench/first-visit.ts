import type { Browser, Page } from '@playwright/test';
import { withSharedBrowser } from '#e2e/world/browser/shared-browser.ts';
import type { CarrelServer } from '#e2e/world/carrel-server.ts';
import { type Figure, median } from './figures.ts';
import { BaselinePages } from './first-visit/baseline-pages.ts';

const PATHS = ['/', '/courses', '/library', '/courses/course-1', '/login', '/signup', '/support'];
const ROUNDS = 5;
/** Fewer rounds of the React page suffice: its largest paint takes more than twice as long. */
const REACT_ROUNDS = 3;
const CPU_SLOWDOWN = 4;
/** Lighthouse's slow 4G. */
const NETWORK = {
  offline: false,
  latency: 150,
  downloadThroughput: 1_600_000 / 8,
  uploadThroughput: 750_000 / 8,
};
const VIEWPORT = { width: 390, height: 844 };
/** After this much silence, no larger content comes. */
const QUIET_MS = 1_000;

/** Runs in the page, as text, because tsx rewrites functions. */
const WATCH = `(() => {
  window.paints = { fcp: NaN, lcp: NaN, lcpOf: '' };
  new PerformanceObserver((list) => {
    for (const { name, startTime } of list.getEntries())
      if (name === 'first-contentful-paint') window.paints.fcp = startTime;
  }).observe({ type: 'paint', buffered: true });
  new PerformanceObserver((list) => {
    for (const { startTime, element } of list.getEntries()) {
      window.paints.lcp = startTime;
      window.paints.lcpOf = element ? element.localName : '?';
    }
  }).observe({ type: 'largest-contentful-paint', buffered: true });
})()`;

interface Paints {
  readonly fcp: number;
  readonly lcp: number;
  readonly lcpOf: string;
}

/** Opens an address as a new visitor. */
async function visit(browser: Browser, url: string): Promise<Paints> {
  const context = await browser.newContext({ viewport: VIEWPORT });
  try {
    const page = await context.newPage();
    await slowDown(page);
    await page.addInitScript({ content: WATCH });
    await page.goto(url, { waitUntil: 'load' });
    await page.waitForFunction((quietMs) => {
      const ends = performance.getEntriesByType('resource').map((entry) => entry.startTime + entry.duration);
      return performance.now() - Math.max(...ends) > quietMs;
    }, QUIET_MS);
    return await page.evaluate<Paints>('window.paints');
  } finally {
    await context.close();
  }
}

async function slowDown(page: Page): Promise<void> {
  const cdp = await page.context().newCDPSession(page);
  await cdp.send('Network.enable');
  await cdp.send('Network.emulateNetworkConditions', NETWORK);
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWDOWN });
}

/**
 * The first visit of every public page on a slow phone: until something is painted, against the same HTML and
 * CSS without scripts, and until the largest content is, against a bare React page with the same content. All
 * three are measured alternately.
 */
export async function firstVisitFigures(server: CarrelServer): Promise<Figure[]> {
  const baseline = await BaselinePages.start(server.url, PATHS);
  const figures: Figure[] = [];
  try {
    await withSharedBrowser(async (browser) => {
      await visit(browser, `${server.url}/terms`);
      for (const path of PATHS) figures.push(...(await measurePage(browser, { path, server, baseline })));
    });
  } finally {
    await baseline.close();
  }
  return figures;
}

interface Measured {
  readonly path: string;
  readonly server: CarrelServer;
  readonly baseline: BaselinePages;
}

async function measurePage(browser: Browser, { path, server, baseline }: Measured): Promise<Figure[]> {
  const paints = { ours: [] as Paints[], still: [] as Paints[], react: [] as Paints[] };
  for (let round = 0; round < ROUNDS; round += 1) {
    paints.still.push(await visit(browser, `${baseline.url}/static${path}`));
    paints.ours.push(await visit(browser, server.url + path));
    if (round < REACT_ROUNDS) paints.react.push(await visit(browser, `${baseline.url}/react${path}`));
  }
  const of = (list: readonly Paints[], name: 'fcp' | 'lcp') => median(list.map((one) => one[name]));
  const where = `of a first visit to ${path}, slow 4G, CPU slowed ${CPU_SLOWDOWN} times`;
  const elements = [paints.ours, paints.react].map((list) => list.at(-1)?.lcpOf).join(' and ');
  return [
    figureOf(
      `first paint ${where}`,
      'the same HTML and CSS without scripts',
      [of(paints.ours, 'fcp'), of(paints.still, 'fcp')],
      `medians of ${ROUNDS}`,
    ),
    figureOf(
      `largest paint ${where}`,
      'a bare React page with the same content',
      [of(paints.ours, 'lcp'), of(paints.react, 'lcp')],
      `medians of ${ROUNDS} and ${REACT_ROUNDS}, the largest are ${elements}`,
    ),
  ];
}

function figureOf(name: string, baseline: string, [ours, bare]: [number, number], note: string): Figure {
  return {
    name,
    value: ours / bare,
    unit: `times ${baseline}`,
    bound: { kind: 'at most', value: 1 },
    detail: `${ours.toFixed(0)} ms and ${bare.toFixed(0)} ms, ${note}`,
  };
}
