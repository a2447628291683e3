import { Chromium } from '#e2e/world/browser/chromium.ts';
import { openBenchPage } from './bench-page.ts';
import { type Figure, median } from './figures.ts';
import './downloaded-course-page/window.ts';

const ROUNDS = 15;
const CPU_SLOWDOWN = 4;
const RATIO_MAX = 1.5;
const SOURCE = new URL('downloaded-course-page/main.ts', import.meta.url);

/** Opening a downloaded course of 200 lessons, from the closed database to the complete first screen. */
export async function downloadedCourseFigure(): Promise<Figure> {
  const device = await Chromium.create();
  const times = { ours: [] as number[], bare: [] as number[] };
  try {
    const page = await openBenchPage(device, { source: SOURCE, name: 'coursePage' });
    await page.evaluate(() => window.coursePage.fill());
    const cdp = await page.context().newCDPSession(page);
    await cdp.send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWDOWN });
    for (let round = 0; round < ROUNDS; round += 1) {
      times.bare.push(await page.evaluate(() => window.coursePage.bare()));
      times.ours.push(await page.evaluate(() => window.coursePage.ours()));
    }
  } finally {
    await device.dispose();
  }
  const [ours, bare] = [median(times.ours), median(times.bare)];
  return {
    name: `a downloaded course of 200 lessons, opened and read, CPU slowed ${CPU_SLOWDOWN} times`,
    value: ours / bare,
    unit: 'times a bare Dexie read of the same rows',
    bound: { kind: 'at most', value: RATIO_MAX },
    detail: `medians of ${ROUNDS}: ${ours.toFixed(1)} ms and ${bare.toFixed(1)} ms`,
  };
}
