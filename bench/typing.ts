import type { Page } from '@playwright/test';
import { TextPage } from '../e2e/editor/text-page.ts';
import { Chromium } from '../e2e/world/chromium.ts';
import '../pwa/testing/text-page/window.ts';
import { type Figure, median } from './figures.ts';

const LESSON_BYTES = 60_000;
const CPU_SLOWDOWN = 4;
const KEYS = 45;
const ROUNDS = 5;
/** Between two keys, as a quick typist has it. */
const KEY_EVERY_MS = 90;
const FRAME_MS = 1_000 / 60;

/**
 * Runs in the page, as text, because tsx rewrites functions: writes down, for every key, the milliseconds
 * until the frame that shows it has been made.
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

/** A lesson of prose, lists, tables and code, of the size that is asked for. */
function makeLesson(): string {
  const prose = `<p>${'The tide comes and goes, and with it <em>the line</em>, which carries what was written. '.repeat(6)}</p>`;
  const rest = `<ul>\n<li>One</li>\n<li>Two</li>\n</ul>\n<pre><code>const tide = 1;</code></pre>\n<table>\n<tbody>\n<tr><td>a</td><td>b</td></tr>\n</tbody>\n</table>`;
  const part = `<h2>Part</h2>\n${prose}\n${rest}\n${prose}\n`;
  return part.repeat(Math.ceil(LESSON_BYTES / part.length));
}

/** Milliseconds of each key typed in the middle of the lesson. */
async function typeIn(page: Page, url: string): Promise<number[]> {
  await page.goto(url);
  await page.waitForFunction(() => 'textPage' in window);
  await page.evaluate((html) => window.textPage.open(html), makeLesson());
  const paragraphs = page.getByRole('textbox', { name: 'Content', exact: true }).locator('p');
  await paragraphs.first().waitFor();
  await paragraphs.nth(Math.floor((await paragraphs.count()) / 2)).click();
  const cdp = await page.context().newCDPSession(page);
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWDOWN });
  await page.evaluate(WATCH_KEYS);
  await page.keyboard.type('a quick typist '.repeat(KEYS / 15), { delay: KEY_EVERY_MS });
  await page.waitForFunction((keys) => Reflect.get(window, 'keyMs').length >= keys, KEYS);
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: 1 });
  return page.evaluate<number[]>('window.keyMs');
}

function percentile95(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length * 0.95)] ?? Number.NaN;
}

/** What a key costs in the rich editor beyond the same key in a bare contenteditable, measured turn by turn. */
export async function typingFigure(): Promise<Figure> {
  const site = await TextPage.start();
  const device = await Chromium.create();
  const rounds: { ours: number; bare: number }[] = [];
  try {
    const page = await device.open();
    for (let round = 0; round < ROUNDS; round += 1) {
      const bare = percentile95(await typeIn(page, `${site.url}?bare`));
      rounds.push({ bare, ours: percentile95(await typeIn(page, site.url)) });
    }
  } finally {
    await device.dispose();
    await site.close();
  }
  // Of each round by itself: what else the machine does meanwhile comes and goes.
  const added = median(rounds.map(({ ours, bare }) => ours - bare));
  const [ours, bare] = [median(rounds.map((one) => one.ours)), median(rounds.map((one) => one.bare))];
  return {
    name: `a key in a lesson of ${LESSON_BYTES / 1_000} kB until it is painted, CPU slowed ${CPU_SLOWDOWN} times`,
    value: added / FRAME_MS,
    unit: 'frames more than in a bare contenteditable',
    bound: { kind: 'at most', value: 1 },
    detail: `19 of 20 keys within ${ours.toFixed(1)} ms and ${bare.toFixed(1)} ms, medians of ${ROUNDS} rounds of ${KEYS} keys`,
  };
}
