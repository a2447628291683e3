import { gzipSync } from 'node:zlib';
import { Chromium } from './chromium.ts';

/** The budget of a visitor's first load: gzipped JavaScript until the network is idle. */
export const FIRST_LOAD_MAX_KB = 130;

/**
 * Every script that the page itself requests on a first visit, as gzipped kilobytes, until its worker is
 * active and the network is idle. The worker's own requests (its script and, in the background, the whole app
 * for offline use) do not count.
 */
export async function measureFirstLoad(url: string): Promise<number> {
  const device = await Chromium.create();
  try {
    const page = await device.open();
    const scripts = new Map<string, Promise<number>>();
    page.on('response', (response) => {
      if (response.request().resourceType() !== 'script') return;
      const size = response.body().then((body) => gzipSync(body, { level: 9 }).byteLength);
      scripts.set(response.url(), size);
    });
    await page.goto(url);
    await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
    await page.waitForLoadState('networkidle');
    const sizes = await Promise.all(scripts.values());
    return sizes.reduce((sum, size) => sum + size, 0) / 1_000;
  } finally {
    await device.dispose();
  }
}
