import type { Browser, BrowserContext, BrowserContextOptions, Page } from '@playwright/test';
import { STEP_TIMEOUT_MS } from './chromium.ts';
import { PageLog } from './page-log.ts';

/**
 * A device in a browser that other devices use too: a context with its own storage, cookies, caches and
 * workers. It cannot be killed.
 */
export class Device {
  private readonly browser: Browser;
  private readonly options: BrowserContextOptions;
  private readonly log = new PageLog();
  private opened: BrowserContext | null = null;

  constructor(browser: Browser, options: BrowserContextOptions = {}) {
    this.browser = browser;
    this.options = options;
  }

  /** Opens the device's one page. */
  open(): Promise<Page> {
    return this.openWith(this.options);
  }

  /**
   * The same without the service worker, whose installation takes a fifth of the time of a test: for a test in which
   * nothing depends on it.
   */
  openWithoutWorker(): Promise<Page> {
    return this.openWith({ ...this.options, serviceWorkers: 'block' });
  }

  private async openWith(options: BrowserContextOptions): Promise<Page> {
    // The size of the window, as in a browser of its own.
    this.opened = await this.browser.newContext({ viewport: null, ...options });
    this.opened.setDefaultTimeout(STEP_TIMEOUT_MS);
    this.log.record(this.opened);
    return this.opened.newPage();
  }

  get context(): BrowserContext {
    if (this.opened === null) throw new Error('The device is not open');
    return this.opened;
  }

  /** A report of every page's content and the console messages. */
  describe(): Promise<string> {
    return this.log.describe(this.opened === null ? [] : [this.opened]);
  }

  async dispose(): Promise<void> {
    await this.opened?.close();
  }
}
