import type { Page } from '@playwright/test';

/** Runs in every document of the page, as text, because the compiler does not know `navigation`. */
const RECORD_NOTES = `
const notes = JSON.parse(sessionStorage.getItem('countdown') ?? '[]');
const note = (what) => {
  if (notes.at(-1)?.what === what) return;
  notes.push({ what, at: Date.now() });
  sessionStorage.setItem('countdown', JSON.stringify(notes));
};
new MutationObserver(() => {
  const said = /dashboard opens in \\d s/.exec(document.body?.textContent ?? '');
  if (said !== null) note(said[0] + (document.querySelector('progress, [role="progressbar"]') ? ', by a bar' : ''));
}).observe(document, { childList: true, subtree: true, characterData: true });
navigation.addEventListener('currententrychange', () => note(location.pathname));`;

/** Presses the button once, a frame after it was rendered. No interval runs, so the countdown stands still. */
const PRESS_AT_ONCE = `{
  window.setInterval = () => 0;
  let isPressed = false;
  new MutationObserver(() => {
    const button = [...document.querySelectorAll('button')].find(({ textContent }) => textContent === 'Go to dashboard');
    if (isPressed || button === undefined) return;
    isPressed = true;
    requestAnimationFrame(() => setTimeout(() => button.click()));
  }).observe(document, { childList: true, subtree: true, characterData: true });
}`;

interface Note {
  readonly what: string;
  readonly at: number;
}

/**
 * Records in the page itself the countdown of an activation and its destination, because on a busy machine
 * polling misses text that is shown for a second.
 */
export class Countdown {
  private readonly page: Page;

  private constructor(page: Page) {
    this.page = page;
  }

  static async watch(page: Page): Promise<Countdown> {
    await page.addInitScript({ content: RECORD_NOTES });
    return new Countdown(page);
  }

  /**
   * From the next document on, the countdown stands still and is ended by its button, by the page itself: on a busy
   * machine a simulated click may come after the countdown.
   */
  async pressAtOnce(): Promise<void> {
    await this.page.addInitScript({ content: PRESS_AT_ONCE });
  }

  /**
   * Returns the first text of the countdown and the milliseconds until the dashboard was opened; clears both.
   */
  async take(): Promise<{ first: string; ms: number }> {
    const notes = await this.page.evaluate<Note[]>(() => {
      const stored: unknown = JSON.parse(sessionStorage.getItem('countdown') ?? '[]');
      sessionStorage.removeItem('countdown');
      return Array.isArray(stored) ? stored : [];
    });
    const first = notes.find(({ what }) => what.includes('opens in'));
    const end = notes.find(({ what, at }) => what === '/dashboard' && at >= (first?.at ?? 0));
    if (first === undefined || end === undefined) throw new Error(`No countdown: ${JSON.stringify(notes)}`);
    return { first: first.what, ms: end.at - first.at };
  }
}
