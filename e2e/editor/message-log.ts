import { expect, type Page } from '@playwright/test';
import { pauseClock } from '../world/page-clock.ts';

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

/** The screen is drawn between two steps. */
export const CLOCK_STEP_MS = 100;

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

  /**
   * Returns how long the message of an action is shown, in milliseconds of the page's clock (`page.clock`), which is run
   * in steps of {@link CLOCK_STEP_MS}: however busy the machine is.
   */
  async timeOf(text: string, act: () => Promise<void>): Promise<number> {
    const { clock } = this.page;
    await pauseClock(this.page);
    await act();
    let found: Recorded | undefined;
    await expect(async () => {
      await clock.runFor(CLOCK_STEP_MS);
      found = await this.#find(text);
      expect(found?.hiddenAt, `the end of “${text}”`).toBeDefined();
    }).toPass({ intervals: [0] });
    await clock.resume();
    return (found?.hiddenAt ?? Number.NaN) - (found?.shownAt ?? 0);
  }

  /** The last message with this text, as the page has drawn it by now. */
  #find(text: string): Promise<Recorded | undefined> {
    return this.page.evaluate(async (wanted) => {
      // React draws in a message to itself.
      const { port1, port2 } = new MessageChannel();
      const drawn = new Promise((resolve) => port1.addEventListener('message', resolve, { once: true }));
      port1.start();
      port2.postMessage('');
      await drawn;
      const found: Recorded | undefined = Reflect.get(window, 'messageLog').findLast((message: Recorded) =>
        message.text.includes(wanted),
      );
      return found && { text: found.text, shownAt: found.shownAt, hiddenAt: found.hiddenAt };
    }, text);
  }
}

interface Recorded {
  readonly text: string;
  readonly shownAt: number;
  readonly hiddenAt?: number | undefined;
  isTaken?: boolean;
}
