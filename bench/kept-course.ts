import { fileURLToPath } from 'node:url';
import type { Page } from '@playwright/test';
import { build } from 'vite';
import { Chromium } from '../e2e/world/chromium.ts';
import { type Figure, median } from './figures.ts';
import './kept-page/window.ts';

const ROUNDS = 15;
const CPU_SLOWDOWN = 4;
const RATIO_MAX = 1.5;
const SOURCE = fileURLToPath(new URL('kept-page/main.ts', import.meta.url));
/** Answered by the test itself: no server is asked for anything. */
const ORIGIN = 'http://kept.localhost';

/** The page's script as one text. */
async function bundle(): Promise<string> {
  const built = await build({
    configFile: false,
    logLevel: 'error',
    build: { write: false, target: 'es2022', lib: { entry: SOURCE, formats: ['es'] } },
  });
  const outputs = Array.isArray(built) ? built : [built];
  const [chunk] = outputs.flatMap((one) => ('output' in one ? one.output : []));
  if (chunk?.type !== 'chunk') throw new Error('The page could not be built');
  return chunk.code;
}

async function openPage(device: Chromium): Promise<Page> {
  const page = await device.open();
  const script = await bundle();
  await page.route(`${ORIGIN}/**`, (route) =>
    route.request().url().endsWith('.js')
      ? route.fulfill({ contentType: 'text/javascript', body: script })
      : route.fulfill({
          contentType: 'text/html',
          body: '<!doctype html><script type="module" src="/main.js"></script>',
        }),
  );
  await page.goto(ORIGIN);
  await page.waitForFunction(() => 'keptPage' in window);
  return page;
}

/** Opening a kept course of 200 lessons, from the closed database to all that its first screen shows. */
export async function keptCourseFigure(): Promise<Figure> {
  const device = await Chromium.create();
  const times = { ours: [] as number[], bare: [] as number[] };
  try {
    const page = await openPage(device);
    await page.evaluate(() => window.keptPage.fill());
    const cdp = await page.context().newCDPSession(page);
    await cdp.send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWDOWN });
    for (let round = 0; round < ROUNDS; round += 1) {
      times.bare.push(await page.evaluate(() => window.keptPage.bare()));
      times.ours.push(await page.evaluate(() => window.keptPage.ours()));
    }
  } finally {
    await device.dispose();
  }
  const [ours, bare] = [median(times.ours), median(times.bare)];
  return {
    name: `a kept course of 200 lessons, opened and read, CPU slowed ${CPU_SLOWDOWN} times`,
    value: ours / bare,
    unit: 'times a bare Dexie read of the same rows',
    bound: { kind: 'at most', value: RATIO_MAX },
    detail: `medians of ${ROUNDS}: ${ours.toFixed(1)} ms and ${bare.toFixed(1)} ms`,
  };
}
