import type { Page } from '@playwright/test';

/** Runs in every document of the page, as text, because the compiler does not know its variables there. */
const RECORD_MESSAGES = `(() => {
  const shown = [];
  window.messageLog = shown;
  const look = () => {
    const tray = document.querySelector('section[aria-label="Messages"]');
    const now = performance.now();
    const elements = [...(tray?.children ?? [])];
    for (const message of shown) if (!elements.includes(message.element)) message.hiddenAt ??= now;
    for (const element of elements)
      if (!shown.some((message) => message.element === element && message.hiddenAt === undefined))
        shown.push({ element, text: element.textContent, shownAt: now });
  };
  new MutationObserver(look).observe(document, { childList: true, subtree: true, characterData: true });
})()`;

/**
 * Records the editor's messages in the page itself, because most are shown for two or three seconds, which polling
 * misses on a busy machine.
 */
export class MessageLog {
  private readonly page: Page;

  private constructor(page: Page) {
    this.page = page;
  }

  /** Call it before the editor is opened. */
  static async watch(page: Page): Promise<MessageLog> {
    await page.addInitScript({ content: RECORD_MESSAGES });
    return new MessageLog(page);
  }

  /** Waits until a message with this text has been shown, and not been awaited before. */
  async untilShown(text: string): Promise<void> {
    await this.page.waitForFunction((wanted) => {
      const found = Reflect.get(window, 'messageLog').find(
        (message: Recorded) => message.text.includes(wanted) && message.isTaken !== true,
      );
      if (found !== undefined) found.isTaken = true;
      return found !== undefined;
    }, text);
  }

  /** Waits until the last message with this text has disappeared. Returns how long it was shown, in milliseconds. */
  async takeDuration(text: string): Promise<number> {
    const duration = await this.page.waitForFunction((wanted) => {
      const found = Reflect.get(window, 'messageLog').findLast((message: Recorded) =>
        message.text.includes(wanted),
      );
      return found?.hiddenAt === undefined ? undefined : { ms: found.hiddenAt - found.shownAt };
    }, text);
    return (await duration.jsonValue())?.ms ?? Number.NaN;
  }
}

interface Recorded {
  readonly text: string;
  readonly shownAt: number;
  readonly hiddenAt?: number;
  isTaken?: boolean;
}
