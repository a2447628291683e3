import type { Page, Request } from '@playwright/test';

interface Shifts {
  readonly total: number;
  /** The elements that shifted, and by how much. */
  readonly label: string;
}

/** `startedAt` and `path` are those of its document. */
interface Shift {
  readonly value: number;
  readonly label: string;
  readonly startedAt: number;
  readonly path: string;
}

/** Makes every page opened from now on record layout shifts without user interaction. */
export async function recordShifts(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const shifts: Shift[] = JSON.parse(sessionStorage.getItem('test.shifts') ?? '[]');
    Object.assign(window, { shiftsSoFar: shifts });
    // The app has other ways with a tab that stores something, so only a page that ends does.
    sessionStorage.removeItem('test.shifts');
    addEventListener('pagehide', () => sessionStorage.setItem('test.shifts', JSON.stringify(shifts)));
    const note = (value: number, label: string) =>
      shifts.push({ value, label, startedAt: performance.timeOrigin, path: location.pathname });
    const nameOf = (node: unknown) => (node instanceof Element ? `${node.tagName}.${node.className}` : '?');
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        const { value, hadRecentInput, sources } = Object(entry);
        const moved = [...sources].map(({ node }: { node: unknown }) => nameOf(node)).join(', ');
        if (!hadRecentInput) note(value, `${value.toFixed(4)} ${moved}`);
      }
    }).observe({ type: 'layout-shift', buffered: true });
  });
}

/** Layout shifts since the last call: those of this document, or those at a path, also before a reload. */
export function takeShifts(page: Page, path: string | null = null): Promise<Shifts> {
  return page.evaluate(async (at) => {
    // After the next frame, when the last shifts have been reported.
    await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
    const shifts: Shift[] = Reflect.get(window, 'shiftsSoFar');
    const isMeant = (shift: Shift) =>
      at === null ? shift.startedAt === performance.timeOrigin : shift.path === at;
    const taken = shifts.filter(isMeant);
    const left = shifts.filter((shift) => !isMeant(shift));
    shifts.splice(0, shifts.length, ...left);
    const total = taken.reduce((sum, { value }) => sum + value, 0);
    return { total, label: taken.map(({ label }) => label).join('; ') };
  }, path);
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
