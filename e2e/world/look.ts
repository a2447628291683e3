import { expect, type Page } from '@playwright/test';
import { axeFindings } from './axe.ts';

/** Each page is opened once as wide as this and in the first of these schemes, and then seen in the other. */
const LOOKS = [
  { width: 390, height: 844, schemes: ['light', 'dark'] },
  { width: 1280, height: 900, schemes: ['dark', 'light'] },
] as const;

/** More than this, and somebody who reads sees it jump. */
const SHIFT_MAX = 0.03;

/**
 * Looks at one address in every size and scheme: no violation, no sideways scrolling, one h1, opened at
 * its top, and nothing that jumps. Goes on after a finding, so that one run tells of all.
 */
export async function look(page: Page, url: string): Promise<void> {
  for (const { width, height, schemes } of LOOKS) {
    const where = `${url} at ${width} px`;
    await page.setViewportSize({ width, height });
    await page.emulateMedia({ colorScheme: schemes[0], reducedMotion: 'reduce' });
    await page.goto(url, { waitUntil: 'networkidle' });
    await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1);
    const { overflow, shift, top } = await measure(page);
    expect.soft(overflow, `${where} scrolls sideways`).toBeLessThanOrEqual(0);
    expect.soft(shift, `${where} jumps`).toBeLessThan(SHIFT_MAX);
    expect.soft(top, `${where} opens scrolled`).toBe(0);
    for (const colorScheme of schemes) {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
      expect.soft(await axeFindings(page), `${where}, ${colorScheme}`).toEqual([]);
    }
  }
}

function measure(page: Page) {
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
    const shift = shifts.reduce((sum, value) => sum + value, 0);
    return { overflow: scrollWidth - clientWidth, shift, top: scrollY };
  });
}
