import type { CDPSession, Page } from '@playwright/test';
import { TextPage } from '#e2e/editor/text-page.ts';
import { Chromium } from '#e2e/world/browser/chromium.ts';
import '#pwa/testing/text-page/window.ts';
import { type Figure, median } from './figures.ts';

const LESSON_BYTES = 60_000;
const CPU_SLOWDOWN = 4;
const KEYS = 45;
const TEXT = 'a quick typist '.repeat(KEYS / 15);
const ROUNDS = 5;
/** Time between two key presses of a fast typist. */
const KEY_EVERY_MS = 90;
const FRAME_MS = 1_000 / 60;

/**
 * Runs in the page, as text, because tsx rewrites functions: records for every key the milliseconds until the
 * frame that shows it has been rendered.
 */
const WATCH_KEYS = `(() => {
  window.keyMs = [];
  const channel = new MessageChannel();
  const pending = [];
  channel.port1.onmessage = () => { window.keyMs.push(performance.now() - pending.shift()); };
  document.addEventListener('keydown', (event) => {
    pending.push(event.timeStamp);
    requestAnimationFrame(() => channel.port2.postMessage(0));
  }, true);
})()`;

/** A lesson of prose, lists, tables and code, of the requested size. */
function makeLesson(): string {
  const prose = `<p>${'The tide comes and goes, and with it <em>the line</em>, which carries what was written. '.repeat(6)}</p>`;
  const rest = `<ul>\n<li>One</li>\n<li>Two</li>\n</ul>\n<pre><code>const tide = 1;</code></pre>\n<table>\n<tbody>\n<tr><td>a</td><td>b</td></tr>\n</tbody>\n</table>`;
  const part = `<h2>Part</h2>\n${prose}\n${rest}\n${prose}\n`;
  return part.repeat(Math.ceil(LESSON_BYTES / part.length));
}

/** The cost of each key typed in the middle of the lesson, in milliseconds. */
interface Typed {
  /** On a slow CPU: until the frame that shows the key has been rendered, including waiting for the CPU. */
  readonly paintedMs: readonly number[];
  /** CPU time of the page until the next key, independent of the machine's load. */
  readonly workMs: readonly number[];
}

async function typeIn(page: Page, url: string): Promise<Typed> {
  await page.goto(url);
  await page.waitForFunction(() => 'textPage' in window);
  await page.evaluate((html) => window.textPage.open(html), makeLesson());
  const paragraphs = page.getByRole('textbox', { name: 'Content', exact: true }).locator('p');
  await paragraphs.first().waitFor();
  await paragraphs.nth(Math.floor((await paragraphs.count()) / 2)).click();
  const cdp = await page.context().newCDPSession(page);
  await cdp.send('Performance.enable', { timeDomain: 'threadTicks' });
  const workMs: number[] = [];
  for (const key of TEXT) {
    const before = await mainThreadMs(cdp);
    await page.keyboard.type(key, { delay: KEY_EVERY_MS });
    workMs.push((await mainThreadMs(cdp)) - before);
  }
  return { workMs, paintedMs: await typeSlowed(page, cdp) };
}

/** The CPU is slowed by busy waiting, which would count as CPU time: so only elapsed time is measured. */
async function typeSlowed(page: Page, cdp: CDPSession): Promise<number[]> {
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWDOWN });
  await page.evaluate(WATCH_KEYS);
  await page.keyboard.type(TEXT, { delay: KEY_EVERY_MS });
  await page.waitForFunction((keys) => Reflect.get(window, 'keyMs').length >= keys, KEYS);
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: 1 });
  return page.evaluate<number[]>('window.keyMs');
}

/** CPU time of the page's main thread so far. */
async function mainThreadMs(cdp: CDPSession): Promise<number> {
  const { metrics } = await cdp.send('Performance.getMetrics');
  return 1_000 * (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? Number.NaN);
}

function percentile95(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length * 0.95)] ?? Number.NaN;
}

/**
 * The cost of a key in the rich editor beyond the same key in a plain contenteditable, measured alternately.
 */
export async function typingFigures(): Promise<Figure[]> {
  const site = await TextPage.start();
  const device = await Chromium.create();
  const rounds: { ours: Typed; bare: Typed }[] = [];
  try {
    const page = await device.open();
    for (let round = 0; round < ROUNDS; round += 1) {
      const bare = await typeIn(page, `${site.url}?bare`);
      rounds.push({ bare, ours: await typeIn(page, site.url) });
    }
  } finally {
    await device.dispose();
    await site.close();
  }
  const size = `${LESSON_BYTES / 1_000} kB, CPU slowed ${CPU_SLOWDOWN} times`;
  return [
    figureOf(rounds, {
      name: `a key in a lesson of ${size}: work until the next key, 19 of 20 keys`,
      read: ({ workMs }) => CPU_SLOWDOWN * percentile95(workMs),
    }),
    figureOf(rounds, {
      name: `a key in a lesson of ${size}: until it is painted, every other key`,
      read: ({ paintedMs }) => median(paintedMs),
    }),
  ];
}

interface Reading {
  readonly name: string;
  readonly read: (typed: Typed) => number;
}

/** Computed per round, because the machine's other load varies. */
function figureOf(rounds: readonly { ours: Typed; bare: Typed }[], { name, read }: Reading): Figure {
  const added = median(rounds.map(({ ours, bare }) => read(ours) - read(bare)));
  const [ours, bare] = [
    median(rounds.map((one) => read(one.ours))),
    median(rounds.map((one) => read(one.bare))),
  ];
  return {
    name,
    value: added / FRAME_MS,
    unit: 'frames more than in a bare contenteditable',
    bound: { kind: 'at most', value: 1 },
    detail: `${ours.toFixed(1)} ms and ${bare.toFixed(1)} ms, medians of ${ROUNDS} rounds of ${KEYS} keys`,
  };
}
