import { gzipSync } from 'node:zlib';
import type { CarrelServer } from '../e2e/world/carrel-server.ts';
import { Chromium } from '../e2e/world/chromium.ts';
import type { Figure } from './figures.ts';

const FIRST_LOAD_MAX_KB = 130;

/** Every script that a page asks for on a first visit, until the network is quiet, as gzipped kilobytes. */
async function scriptKilobytes(url: string): Promise<number> {
  const device = await Chromium.create();
  try {
    const page = await device.open();
    const sizes: Promise<number>[] = [];
    page.on('response', (response) => {
      if (response.request().resourceType() !== 'script') return;
      sizes.push(response.body().then((body) => gzipSync(body, { level: 9 }).byteLength));
    });
    await page.goto(url, { waitUntil: 'networkidle' });
    return (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0) / 1_000;
  } finally {
    await device.dispose();
  }
}

/** The JavaScript of a first visit, per public route; the service worker's own precaching comes later and apart. */
export async function firstLoadFigures(server: CarrelServer): Promise<Figure[]> {
  const figures: Figure[] = [];
  for (const path of ['/', '/courses', '/courses/course-1', '/login', '/signup']) {
    figures.push({
      name: `first load of ${path}`,
      value: await scriptKilobytes(server.url + path),
      unit: 'kB of JavaScript, gzipped',
      bound: { kind: 'at most', value: FIRST_LOAD_MAX_KB },
      detail: 'every script until the network is quiet, in a fresh browser',
    });
  }
  return figures;
}
