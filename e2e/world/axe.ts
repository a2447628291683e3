import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { expect, type Page } from '@playwright/test';

const AXE = createRequire(import.meta.url).resolve('axe-core/axe.min.js');
const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

interface Violation {
  readonly id: string;
  readonly nodes: readonly { readonly html: string; readonly target: readonly string[] }[];
}
type Run = (context: unknown, options: object) => Promise<{ readonly violations: readonly Violation[] }>;

/** What axe finds on the page as it stands: a line a rule, with the places. */
export async function axeFindings(page: Page): Promise<string[]> {
  // By evaluation, since the page's policy forbids a tag; once for each document.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(await readFile(AXE, 'utf8'));
  await untilColoursStand(page);
  return page.evaluate(async (rules) => {
    const axe: unknown = Reflect.get(window, 'axe');
    if (!(axe instanceof Object && 'run' in axe && typeof axe.run === 'function')) throw new Error('no axe');
    const run: Run = axe.run.bind(axe);
    /** Axe takes for small what lies half behind a bar of the page, from which it can be scrolled away. */
    const isSmall = async (selector: string) => {
      document.querySelector(selector)?.scrollIntoView({ block: 'center' });
      const { violations } = await run({ include: [selector] }, { runOnly: ['target-size'] });
      return violations.length > 0;
    };
    const findings: string[] = [];
    const { scrollX, scrollY } = window;
    const { violations } = await run(document, { runOnly: rules, resultTypes: ['violations'] });
    for (const { id, nodes } of violations) {
      const places: string[] = [];
      for (const { html, target } of nodes) {
        if (id !== 'target-size' || (await isSmall(target.join(' ')))) places.push(html.slice(0, 160));
      }
      if (places.length > 0) findings.push(`${id}: ${places.join(' | ')}`);
    }
    scrollTo(scrollX, scrollY);
    return findings;
  }, RULES);
}

/** Fails with what axe finds on the page. */
export async function expectAccessible(page: Page): Promise<void> {
  expect(await axeFindings(page)).toEqual([]);
}

/** Colours on their way from one scheme to the other are nobody's; what turns for ever is not waited for. */
function untilColoursStand(page: Page): Promise<unknown> {
  return page.evaluate(() => {
    const endsSometime = ({ effect }: Animation) => effect?.getComputedTiming().endTime !== Infinity;
    const ending = document.getAnimations().filter(endsSometime);
    return Promise.allSettled(ending.map((animation) => animation.finished)).then(() => undefined);
  });
}
