import type { Page, Request } from '@playwright/test';

/** A page without changes and open requests for this long is loaded. */
const QUIET_MS = 150;
/** The page's own tasks for idle moments have a shorter limit. */
const IDLE_LIMIT_MS = 5_000;
/** Streams and media, which may stay open. */
const ENDLESS = /\/api\/events|\/media\//;

/**
 * Waits until an opened page has settled: no request is open and no element changes. The event "networkidle"
 * is similar, but always half a second late.
 */
export class Settling {
  private readonly page: Page;
  private readonly open = new Set<Request>();
  private begun = 0;

  constructor(page: Page) {
    this.page = page;
    page.on('request', (request) => {
      if (ENDLESS.test(request.url())) return;
      this.begun += 1;
      this.open.add(request);
    });
    page.on('requestfinished', (request) => this.open.delete(request));
    page.on('requestfailed', (request) => this.open.delete(request));
  }

  async untilSettled(): Promise<void> {
    await this.untilQuiet();
    // Chromium begins no idle period in the ten seconds after an action, and sometimes none for a minute: this is for
    // a page that was just opened.
    await this.page.evaluate(
      (timeout) => new Promise((resolve) => requestIdleCallback(resolve, { timeout })),
      IDLE_LIMIT_MS,
    );
    await this.untilQuiet();
  }

  /** The same after an action on the page. */
  async untilQuiet(): Promise<void> {
    for (;;) {
      const { begun } = this;
      await untilElementsRest(this.page);
      if (this.open.size === 0 && this.begun === begun) return;
    }
  }
}

/** Without a named function: the benches run this file with tsx, which adds a helper to each of those. */
function untilElementsRest(page: Page): Promise<void> {
  return page.evaluate(async (quietMs) => {
    let changedMs = performance.now();
    const observer = new MutationObserver(() => {
      changedMs = performance.now();
    });
    observer.observe(document, { attributes: true, characterData: true, childList: true, subtree: true });
    while (performance.now() - changedMs < quietMs) {
      await new Promise((resolve) => setTimeout(resolve, 16));
    }
    observer.disconnect();
  }, QUIET_MS);
}
