import type { Page } from '@playwright/test';
import { endTransitions } from '../world/axe.ts';

/**
 * From this size on the required contrast is the same (WCAG 1.4.3: 18 points). Titles grow with the width of the
 * window, so their exact sizes would make every width a new appearance.
 */
const LARGE_TEXT_PX = 24;

/** Elements, visibility and colours of the page: axe's rules, except those of geometry, report the same for equal signatures. */
export async function signPage(page: Page): Promise<string> {
  const colours = await listColours(page);
  const elements = await page.evaluate(() => {
    const shown = [...document.querySelectorAll('*')].map((element) =>
      element.checkVisibility({ visibilityProperty: true, opacityProperty: true }) ? 1 : 0,
    );
    return document.documentElement.outerHTML + shown.join('');
  });
  return [elements, ...colours].join('\n');
}

/** Each combination of colours, size and weight of the page's texts, with their backgrounds. */
export async function listColours(page: Page): Promise<string[]> {
  await endTransitions(page);
  return page.evaluate((largePx) => {
    const hasText = (element: Element) =>
      element.matches('input, textarea') ||
      [...element.childNodes].some((node) => node instanceof Text && node.data.trim() !== '');
    /** Backgrounds of the element and of its ancestors, once for each: reading styles is half of the work. */
    const described = new Map<Element, string>();
    const describeAround = (element: Element): string => {
      const known = described.get(element);
      if (known !== undefined) return known;
      const { color, backgroundColor, backgroundImage, opacity, position, filter } =
        getComputedStyle(element);
      const own = [color, backgroundColor, backgroundImage, opacity, position, filter].join(' ');
      const parent = element.parentElement;
      const all = parent === null ? own : `${own}; ${describeAround(parent)}`;
      described.set(element, all);
      return all;
    };
    /** The colours of the element and of its ancestors. */
    const describe = (element: Element): string => {
      const own = getComputedStyle(element);
      const size = Number.parseFloat(own.fontSize) < largePx ? own.fontSize : 'large';
      const parts = [own.color, size, own.fontWeight, own.textDecorationLine, own.textShadow];
      return [...parts, describeAround(element)].join('; ');
    };
    const shown = [...document.body.querySelectorAll('*')].filter(
      (element) => hasText(element) && element.checkVisibility({ visibilityProperty: true }),
    );
    return [...new Set(shown.map(describe))];
  }, LARGE_TEXT_PX);
}
