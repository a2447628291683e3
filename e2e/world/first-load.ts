import { gzipSync } from 'node:zlib';
import { Chromium } from './chromium.ts';

/** The budget of the first load: gzipped JavaScript until the first screen stands. */
export const FIRST_LOAD_MAX_KB = 130;

export interface FirstLoad {
  /** Every script asked for until the app has drawn its first screen. */
  readonly untilScreenKb: number;
  /** Every script until the network is quiet: the device's store and the worker's registration come after the picture. */
  readonly allToldKb: number;
}

/** Runs in the page, as text, because some runners rewrite functions: marks when the app has drawn over the shell of index.html. */
const MARK_SCREEN = `new MutationObserver((_, observer) => {
  if (document.querySelector('#root > *') === null || document.querySelector('.shell-bar') !== null) return;
  observer.disconnect();
  performance.mark('screen');
}).observe(document, { childList: true, subtree: true })`;
const ASKED_BEFORE_SCREEN = `(() => {
  const screen = performance.getEntriesByName('screen')[0].startTime;
  return performance.getEntriesByType('resource').filter((one) => one.startTime < screen).map((one) => one.name);
})()`;

/** What a fresh browser fetches for a first visit, as gzipped kilobytes of JavaScript. */
export async function measureFirstLoad(url: string): Promise<FirstLoad> {
  const device = await Chromium.create();
  try {
    const page = await device.open();
    const scripts = new Map<string, Promise<number>>();
    page.on('response', (response) => {
      if (response.request().resourceType() !== 'script') return;
      scripts.set(
        response.url(),
        response.body().then((body) => gzipSync(body, { level: 9 }).byteLength),
      );
    });
    await page.addInitScript({ content: MARK_SCREEN });
    await page.goto(url);
    await page.waitForFunction(() => performance.getEntriesByName('screen').length > 0);
    await page.waitForLoadState('networkidle');
    const before = new Set(await page.evaluate<string[]>(ASKED_BEFORE_SCREEN));
    let untilScreen = 0;
    let allTold = 0;
    for (const [address, size] of scripts) {
      allTold += await size;
      if (before.has(address)) untilScreen += await size;
    }
    return { untilScreenKb: untilScreen / 1_000, allToldKb: allTold / 1_000 };
  } finally {
    await device.dispose();
  }
}
