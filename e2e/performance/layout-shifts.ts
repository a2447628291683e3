import type { Page, Request } from '@playwright/test';

interface Shifts {
  readonly total: number;
  /** The elements that shifted, and by how much. */
  readonly label: string;
}

/** Makes every page opened from now on record layout shifts without user interaction. */
export async function recordShifts(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const shifts: { value: number; label: string }[] = [];
    Object.assign(window, { shiftsSoFar: shifts });
    const nameOf = (node: unknown) => (node instanceof Element ? `${node.tagName}.${node.className}` : '?');
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        const { value, hadRecentInput, sources } = Object(entry);
        const moved = [...sources].map(({ node }: { node: unknown }) => nameOf(node)).join(', ');
        if (!hadRecentInput) shifts.push({ value, label: `${value.toFixed(4)} ${moved}` });
      }
    }).observe({ type: 'layout-shift', buffered: true });
  });
}

/** Layout shifts since the last call. */
export function takeShifts(page: Page): Promise<Shifts> {
  return page.evaluate(async () => {
    // After the next frame, when the last shifts have been reported.
    await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
    const shifts: { value: number; label: string }[] = Reflect.get(window, 'shiftsSoFar');
    const taken = shifts.splice(0);
    const total = taken.reduce((sum, { value }) => sum + value, 0);
    return { total, label: taken.map(({ label }) => label).join('; ') };
  });
}

/**
 * Counts the bytes of responses to requests made from now on, without course files. The returned function
 * stops counting and returns the sum.
 */
export function countRequestedBytes(page: Page): () => Promise<number> {
  const requested: Request[] = [];
  const note = (request: Request) => {
    if (!/\/(media|__media)\//.test(request.url())) requested.push(request);
  };
  page.on('request', note);
  return async () => {
    page.off('request', note);
    const sizes = await Promise.all(requested.map(sizeOf));
    return sizes.reduce((sum, size) => sum + size, 0);
  };
}

/** Bytes received; 0 for a response that is still in flight. */
async function sizeOf(request: Request): Promise<number> {
  if (request.timing().responseEnd < 0) return 0;
  const { responseBodySize } = await request.sizes();
  return responseBodySize;
}
