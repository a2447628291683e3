/** The time between two reports of typing. Serialising HTML at each keystroke would be noticeable. */
export const NOTIFY_DELAY_MS = 150;

/** The number of recently reported values, by which a value that comes back late is recognised. */
const REMEMBERED = 30;

/**
 * Typing that is not reported yet. The first keystroke is reported at once, so that a text which another user saves meets
 * a draft of the version that this user saw. Further ones are reported every {@link NOTIFY_DELAY_MS}, and when flushed;
 * text that was already reported or received is skipped.
 */
export class PendingEdit {
  readonly #notify: (html: string) => void;
  #known: readonly string[];
  #read: (() => string) | null = null;
  /** Until the next report. */
  #timer: ReturnType<typeof setTimeout> | null = null;

  constructor(given: string, notify: (html: string) => void) {
    this.#known = [given];
    this.#notify = notify;
  }

  /** The text as last reported or received. */
  get latest(): string {
    return this.#known.at(-1) ?? '';
  }

  /** Notes an edit; `read` is called only when it is reported. Bound, like `flush`. */
  readonly note = (read: () => string): void => {
    this.#read = read;
    if (this.#timer === null) this.#report();
  };

  /** Reports a pending edit now. */
  readonly flush = (): void => {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#report();
  };

  readonly #report = (): void => {
    this.#timer = null;
    if (this.#read === null) return;
    this.#timer = setTimeout(this.#report, NOTIFY_DELAY_MS);
    const html = this.#read();
    this.#read = null;
    if (html === this.latest) return;
    this.#remember(html);
    this.#notify(html);
  };

  /**
   * Applies text from outside; returns false if it is not new. Reported text comes back through the store,
   * perhaps after further keystrokes: applying it would undo them.
   */
  applyExternal(html: string): boolean {
    if (this.#read !== null || this.#known.includes(html)) return false;
    this.#remember(html);
    return true;
  }

  /**
   * Like {@link applyExternal}, for text that was undone or restored: here, text that was reported or received
   * before counts as new.
   */
  replace(html: string): boolean {
    if (this.#read !== null || html === this.latest) return false;
    this.#remember(html);
    return true;
  }

  #remember(html: string): void {
    this.#known = [...this.#known, html].slice(-REMEMBERED);
  }
}
