import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { expect, type Page } from '@playwright/test';
import { signUp } from '../world/learner.ts';
import { test } from '../world/world.ts';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const PUBLIC = [
  '/library',
  '/library?category=tools',
  '/support',
  '/forgot-password',
  '/verify-otp',
  '/reset-password',
];
const PRIVATE = ['/profile', '/support'];

async function axeFindings(page: Page): Promise<string[]> {
  await page.evaluate(AXE);
  return page.evaluate(async () => {
    const axe: unknown = Reflect.get(window, 'axe');
    if (!(axe instanceof Object && 'run' in axe && typeof axe.run === 'function')) throw new Error('no axe');
    const { violations } = await axe.run(document, { resultTypes: ['violations'] });
    return violations.map(
      (one: { id: string; nodes: { html: string }[] }) =>
        `${one.id}: ${one.nodes.map((node) => node.html.slice(0, 160)).join(' | ')}`,
    );
  });
}

/** In both sizes and schemes: no violation, no sideways scrolling, one h1, and nothing that jumps. */
async function look(page: Page, url: string): Promise<void> {
  for (const width of [390, 1280]) {
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.setViewportSize({ width, height: 860 });
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
      await page.goto(url, { waitUntil: 'networkidle' });
      await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1);
      const where = `${url} at ${width} px, ${colorScheme}`;
      expect.soft(await axeFindings(page), where).toEqual([]);
      const { overflow, shift } = await measure(page);
      expect.soft(overflow, `${where} scrolls sideways`).toBeLessThanOrEqual(0);
      expect.soft(shift, `${where} jumps`).toBeLessThan(0.02);
      if (process.env.PICTURES) {
        const name = `${new URL(url).pathname.slice(1)}${new URL(url).search.replace(/\W/g, '-')}`;
        await page.screenshot({
          path: `${process.env.PICTURES}/${name}-${width}-${colorScheme}.png`,
          fullPage: true,
        });
      }
    }
  }
}

async function measure(page: Page) {
  return page.evaluate(async () => {
    const { scrollWidth, clientWidth } = document.documentElement;
    const shifts = await new Promise<number[]>((resolve) => {
      const values: number[] = [];
      const observer = new PerformanceObserver((list) => {
        for (const entry of list.getEntries()) {
          if ('value' in entry && typeof entry.value === 'number') values.push(entry.value);
        }
      });
      observer.observe({ type: 'layout-shift', buffered: true });
      requestAnimationFrame(() => setTimeout(() => resolve(values), 0));
    });
    return { overflow: scrollWidth - clientWidth, shift: shifts.reduce((sum, value) => sum + value, 0) };
  });
}

test('the visitors’ screens are accessible, fit every screen and hold still', async ({ server, device }) => {
  test.setTimeout(180_000);
  const page = await device.open();
  for (const path of PUBLIC) await look(page, server.url + path);
});

test('the learners’ own screens are accessible, fit every screen and hold still', async ({
  server,
  device,
}) => {
  test.setTimeout(120_000);
  const page = await device.open();
  await signUp(page, server.url, 'Alice Marsh');
  for (const path of PRIVATE) await look(page, server.url + path);
});
