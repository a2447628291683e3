import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { expect, type Page } from '@playwright/test';

export const AXE_PATH = createRequire(import.meta.url).resolve('axe-core/axe.min.js');
export const ALL_RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];
/** The rules whose result depends on colours, which another colour scheme can break. */
export const COLOUR_RULES = ['color-contrast', 'link-in-text-block'];
/** The rules whose result depends on geometry: only these can fail at another width without other changes. */
export const GEOMETRY_RULES = ['target-size', 'scrollable-region-focusable'];

interface Violation {
  readonly id: string;
  readonly nodes: readonly { readonly html: string; readonly target: readonly string[] }[];
}
type Run = (context: unknown, options: object) => Promise<{ readonly violations: readonly Violation[] }>;

/** Axe's findings on the current page: one line per rule, with the locations. */
export async function axeFindings(page: Page, runOnly: readonly string[] = ALL_RULES): Promise<string[]> {
  // By evaluation, since the page's CSP forbids a script tag; once per document.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(await readFile(AXE_PATH, 'utf8'));
  await endTransitions(page);
  return page.evaluate(async (rules) => {
    const axe: unknown = Reflect.get(window, 'axe');
    if (!(axe instanceof Object && 'run' in axe && typeof axe.run === 'function')) throw new Error('no axe');
    const run: Run = axe.run.bind(axe);
    /** Axe reports as too small a target half covered by a bar, although it can be scrolled into view. */
    const isSmall = async (selector: string) => {
      document.querySelector(selector)?.scrollIntoView({ block: 'center' });
      const { violations } = await run({ include: [selector] }, { runOnly: ['target-size'] });
      return violations.length > 0;
    };
    const findings: string[] = [];
    const { scrollX, scrollY } = window;
    const { violations } = await run(document, { runOnly: [...rules], resultTypes: ['violations'] });
    for (const { id, nodes } of violations) {
      const places: string[] = [];
      for (const { html, target } of nodes) {
        if (id !== 'target-size' || (await isSmall(target.join(' ')))) places.push(html.slice(0, 160));
      }
      if (places.length > 0) findings.push(`${id}: ${places.join(' | ')}`);
    }
    scrollTo(scrollX, scrollY);
    return findings;
  }, runOnly);
}

/** Fails with axe's findings on the page. */
export async function expectAccessible(page: Page): Promise<void> {
  expect(await axeFindings(page)).toEqual([]);
}

/**
 * Finishes every finite transition and animation, because colours between two schemes are not to be judged.
 * Waiting is not enough: in a part that `content-visibility` skips, a transition starts only when its style
 * is read, and does not advance until the part is shown.
 */
export function endTransitions(page: Page): Promise<void> {
  return page.evaluate(() => {
    for (const element of document.querySelectorAll('*')) getComputedStyle(element).getPropertyValue('color');
    for (const animation of document.getAnimations()) {
      if (animation.effect?.getComputedTiming().endTime !== Infinity) animation.finish();
    }
  });
}
