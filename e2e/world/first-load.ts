import { gzipSync } from 'node:zlib';
import { Chromium } from './chromium.ts';

/** The budget of a visitor's first load: gzipped JavaScript until the network is quiet. */
export const FIRST_LOAD_MAX_KB = 130;

/**
 * Every script that the page itself asks for on a first visit, as gzipped kilobytes, until its worker is at
 * work and the network is quiet. What the worker fetches for itself (its own script and, in the background,
 * the whole app for a later day without a network) is not the page's.
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
