import type { BrowserContext, Page } from '@playwright/test';
import type { Chromium } from './chromium.ts';
import { PageLog } from './page-log.ts';

/**
 * A device in a browser that other devices use too: a context with its own storage, cookies, caches and
 * workers. It cannot be killed.
 */
export class Device {
  private readonly browser: Chromium;
  private readonly log = new PageLog();
  private opened: BrowserContext | null = null;

  constructor(browser: Chromium) {
    this.browser = browser;
  }

  /** Opens the device's one page. */
  async open(): Promise<Page> {
    this.opened = await this.browser.newContext();
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
