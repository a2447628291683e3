import type { Page } from '@playwright/test';

/*
 * React reports every commit to the hook of its developer tools, in production builds too. The fibers of a
 * commit show which components were rendered, as in the developer tools themselves.
 */

/** Runs in the page, as text, because tsx rewrites functions. */
const HOOK = `(() => {
  const PERFORMED_WORK = 1;
  const COMPONENTS = new Set([0, 11, 14, 15]);
  window.renders = 0;
  window.requests = 0;
  const count = (fiber) => {
    const before = fiber.alternate;
    if (COMPONENTS.has(fiber.tag) && (before === null || (fiber.flags & PERFORMED_WORK) !== 0)) window.renders += 1;
    if (before !== null && fiber.child === before.child) return;
    for (let child = fiber.child; child !== null; child = child.sibling) count(child);
  };
  window.__REACT_DEVTOOLS_GLOBAL_HOOK__ = {
    supportsFiber: true,
    inject: () => 1,
    onCommitFiberRoot: (_, root) => count(root.current),
    onCommitFiberUnmount: () => {},
    onPostCommitFiberRoot: () => {},
  };
  for (const name of ['get', 'getAll', 'getAllKeys', 'openCursor', 'openKeyCursor', 'put', 'add', 'delete', 'count']) {
    for (const { prototype } of [IDBObjectStore, IDBIndex]) {
      const original = prototype[name];
      if (original === undefined) continue;
      prototype[name] = function (...rest) {
        window.requests += 1;
        return original.apply(this, rest);
      };
    }
  }
})()`;

interface Counts {
  /** Rendered components, once per render. */
  readonly renders: number;
  /** IndexedDB operations. */
  readonly requests: number;
}

/** Makes every page opened from now on count its renders and IndexedDB operations. */
export async function countRenders(page: Page): Promise<void> {
  await page.addInitScript(HOOK);
}

/** The counts since the last call. */
export function takeCounts(page: Page): Promise<Counts> {
  return page.evaluate(() => {
    const [renders, requests] = [Reflect.get(window, 'renders'), Reflect.get(window, 'requests')];
    Object.assign(window, { renders: 0, requests: 0 });
    return { renders: Number(renders), requests: Number(requests) };
  });
}
