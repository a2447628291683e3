import type { BrowserContext, Page } from '@playwright/test';

const DESCRIBE_TIMEOUT_MS = 5_000;
/** Limit of console lines: the pages’ content says more. */
const CONSOLE_MESSAGES = 15;

/** The console messages of a device's pages, from all of its runs. */
export class PageLog {
  private readonly consoleMessages: string[] = [];

  record(context: BrowserContext): void {
    context.on('console', (message) => this.consoleMessages.push(`${message.type()}: ${message.text()}`));
    context.on('weberror', (error) => this.consoleMessages.push(`error: ${error.error().message}`));
  }

  /** A report of every page's content and the console messages. */
  async describe(contexts: readonly BrowserContext[]): Promise<string> {
    const pages = contexts.flatMap((context) => context.pages());
    const shown = pages.map((page) => Promise.race([describePage(page), describeUnresponsive(page)]));
    return [
      ...(await Promise.all(shown)),
      'Consoles:',
      ...this.consoleMessages.slice(-CONSOLE_MESSAGES),
    ].join('\n');
  }
}

async function describePage(page: Page): Promise<string> {
  const shown = await page.locator('body').ariaSnapshot().catch(String);
  return `${page.url()}\n${shown}`;
}

async function describeUnresponsive(page: Page): Promise<string> {
  await new Promise((resolve) => setTimeout(resolve, DESCRIBE_TIMEOUT_MS));
  return `${page.url()}\n(no response)`;
}
