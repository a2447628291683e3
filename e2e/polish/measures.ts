import type { Page, Request } from '@playwright/test';

interface Shifts {
  readonly total: number;
  /** What moved, and by how much. */
  readonly words: string;
}

/** Has every page that is opened from now on remember what jumped in it without having been touched. */
export async function noteShifts(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const shifts: { value: number; words: string }[] = [];
    Object.assign(window, { shiftsSoFar: shifts });
    const nameOf = (node: unknown) => (node instanceof Element ? `${node.tagName}.${node.className}` : '?');
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        const { value, hadRecentInput, sources } = Object(entry);
        const moved = [...sources].map(({ node }: { node: unknown }) => nameOf(node)).join(', ');
        if (!hadRecentInput) shifts.push({ value, words: `${value.toFixed(4)} ${moved}` });
      }
    }).observe({ type: 'layout-shift', buffered: true });
  });
}

/** What jumped since this was last asked. */
export function takeShifts(page: Page): Promise<Shifts> {
  return page.evaluate(async () => {
    // Behind the next picture, when the last shifts have been told.
    await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
    const shifts: { value: number; words: string }[] = Reflect.get(window, 'shiftsSoFar');
    const taken = shifts.splice(0);
    const total = taken.reduce((sum, { value }) => sum + value, 0);
    return { total, words: taken.map(({ words }) => words).join('; ') };
  });
}

/** Counts the bytes that the page asks for from now on, files of courses aside; answers them when asked. */
export function countAsked(page: Page): () => Promise<number> {
  const asked: Request[] = [];
  const note = (request: Request) => {
    if (!/\/(media|__media)\//.test(request.url())) asked.push(request);
  };
  page.on('request', note);
  return async () => {
    page.off('request', note);
    const sizes = await Promise.all(asked.map(sizeOf));
    return sizes.reduce((sum, size) => sum + size, 0);
  };
}

/** What came over the line; nothing of what has not come yet. */
async function sizeOf(request: Request): Promise<number> {
  if (request.timing().responseEnd < 0) return 0;
  const { responseBodySize } = await request.sizes();
  return responseBodySize;
}
