import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { expect, type Page } from '@playwright/test';

const AXE = createRequire(import.meta.url).resolve('axe-core/axe.min.js');
const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

/** Fails with what axe finds on the page. Injected by evaluation, since the page's policy forbids a tag. */
export async function expectAccessible(page: Page): Promise<void> {
  await page.evaluate(await readFile(AXE, 'utf8'));
  // Colours on their way from one scheme to the other are nobody's.
  await page.evaluate(() => {
    const ending = document
      .getAnimations()
      .filter(({ effect }) => effect?.getComputedTiming().endTime !== Infinity);
    return Promise.allSettled(ending.map((animation) => animation.finished));
  });
  const found = await page.evaluate(async (rules) => {
    const axe: unknown = Reflect.get(window, 'axe');
    if (typeof axe !== 'object' || axe === null || !('run' in axe) || typeof axe.run !== 'function')
      return null;
    const { violations } = await axe.run(document, { runOnly: rules });
    return JSON.stringify(violations, ['id', 'help', 'nodes', 'html'], 1);
  }, RULES);
  expect(found).toBe('[]');
}
