import type { Page } from '@playwright/test';

/** Minimum size of touch targets (WCAG 2.5.5 and the design's own rule), in pixels. */
const TARGET_PX = 44;

interface PageMeasures {
  /** Pixels by which the page is wider than the viewport. */
  readonly overflow: number;
  /** Controls below the minimum size, with their sizes. */
  readonly small: readonly string[];
}

/** Measures the current page: its width, and the boxes of all its controls. */
export function measurePage(page: Page): Promise<PageMeasures> {
  return page.evaluate((least) => {
    const CONTROLS =
      'a[href], button, input, select, textarea, summary, [role="button"], [role="tab"], [tabindex="0"]';
    const isShown = (element: Element) => {
      if (!element.checkVisibility({ visibilityProperty: true })) return false;
      const { width, height } = element.getBoundingClientRect();
      return width > 1 && height > 1 && getComputedStyle(element).clipPath !== 'inset(50%)';
    };
    const isDisabled = (element: Element) => element.matches(':disabled');
    /** A link within a sentence is as high as its line (WCAG 2.5.5, exception for inline targets). */
    const isInSentence = (element: Element) => {
      if (getComputedStyle(element).display !== 'inline') return false;
      const sentence = element.closest('p, li, label, dd, td, figcaption, blockquote, h1, h2, h3');
      return (sentence?.textContent?.trim().length ?? 0) > (element.textContent?.trim().length ?? 0);
    };
    const sizeOf = (element: Element): { width: number; height: number } => {
      const isTick = element.matches('[type="checkbox"], [type="radio"], [type="file"]');
      const label = isTick && element instanceof HTMLInputElement ? element.labels?.[0] : undefined;
      const box = (label ?? element).getBoundingClientRect();
      // A card whose title is its only link extends the link to the card's whole area.
      const area = getComputedStyle(element, '::after');
      if (area.position !== 'absolute' || element.closest('h2, h3') === null) return box;
      const { width, height } = area;
      return {
        width: Math.max(box.width, Number.parseFloat(width) || 0),
        height: Math.max(box.height, Number.parseFloat(height) || 0),
      };
    };
    const small: string[] = [];
    for (const element of document.querySelectorAll(CONTROLS)) {
      if (!isShown(element) || isDisabled(element) || isInSentence(element)) continue;
      const { width, height } = sizeOf(element);
      // Half a pixel for the rounding of fractional rem values.
      if (width > least - 0.5 && height > least - 0.5) continue;
      const name = element.getAttribute('aria-label') ?? element.textContent?.trim().slice(0, 40) ?? '';
      small.push(`${element.localName} “${name}” is ${Math.round(width)} × ${Math.round(height)} px`);
    }
    const { scrollWidth, clientWidth } = document.documentElement;
    return { overflow: scrollWidth - clientWidth, small };
  }, TARGET_PX);
}
