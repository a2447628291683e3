import { gzipSync } from 'node:zlib';
import { Chromium } from './chromium.ts';

/** The budget of the first load: gzipped JavaScript until the first screen stands. */
export const FIRST_LOAD_MAX_KB = 130;

export interface FirstLoad {
  /** Every script asked for until the screen's own heading is there. */
  readonly untilScreenKb: number;
  /** Every script until the network is quiet: the device's store and the worker's registration come after the picture. */
  readonly allToldKb: number;
}

/** What a fresh browser fetches for a first visit, as gzipped kilobytes of JavaScript. */
export async function measureFirstLoad(url: string): Promise<FirstLoad> {
  const device = await Chromium.create();
  try {
    const page = await device.open();
    const scripts: Promise<number>[] = [];
    page.on('response', (response) => {
      if (response.request().resourceType() !== 'script') return;
      scripts.push(response.body().then((body) => gzipSync(body, { level: 9 }).byteLength));
    });
    await page.goto(url, { waitUntil: 'commit' });
    await page.getByRole('heading', { level: 1 }).waitFor();
    const untilScreen = scripts.length;
    await page.waitForLoadState('networkidle');
    const sizes = await Promise.all(scripts);
    const kilobytes = (list: readonly number[]) => list.reduce((sum, size) => sum + size, 0) / 1_000;
    return { untilScreenKb: kilobytes(sizes.slice(0, untilScreen)), allToldKb: kilobytes(sizes) };
  } finally {
    await device.dispose();
  }
}
