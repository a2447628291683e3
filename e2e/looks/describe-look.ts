import type { Page } from '@playwright/test';
import { endTransitions } from '../world/axe.ts';

/** What axe's rules judge, but for places and sizes: pages with equal signatures have equal findings of these. */
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

/** Each combination of colours, size and weight in which the page shows text, with what is behind it. */
export async function listColours(page: Page): Promise<string[]> {
  await endTransitions(page);
  return page.evaluate(() => {
    const hasText = (element: Element) =>
      element.matches('input, textarea') ||
      [...element.childNodes].some((node) => node instanceof Text && node.data.trim() !== '');
    /** The element's own colours and those of all that it lies in. */
    const describe = (element: Element): string => {
      const own = getComputedStyle(element);
      const parts = [own.color, own.fontSize, own.fontWeight, own.textDecorationLine, own.textShadow];
      for (let around: Element | null = element; around !== null; around = around.parentElement) {
        const { color, backgroundColor, backgroundImage, opacity, position, filter } =
          getComputedStyle(around);
        parts.push([color, backgroundColor, backgroundImage, opacity, position, filter].join(' '));
      }
      return parts.join('; ');
    };
    const shown = [...document.body.querySelectorAll('*')].filter(
      (element) => hasText(element) && element.checkVisibility({ visibilityProperty: true }),
    );
    return [...new Set(shown.map(describe))];
  });
}
