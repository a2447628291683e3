/** How long typing may go on before it is told: writing HTML at every key would be felt. */
export const TELL_AFTER_MS = 150;

/** Values told lately; what comes back later than the next edit is known by them. */
const REMEMBERED = 30;

/**
 * What was typed and has not been told yet. It tells at most once in {@link TELL_AFTER_MS}, and at once
 * when it is flushed; a text that was told or given before is not told again.
 */
export class PendingEdit {
  readonly #tell: (html: string) => void;
  #known: readonly string[];
  #read: (() => string) | null = null;
  #timer: ReturnType<typeof setTimeout> | null = null;

  constructor(given: string, tell: (html: string) => void) {
    this.#known = [given];
    this.#tell = tell;
  }

  /** The text as it was last told or given. */
  get latest(): string {
    return this.#known.at(-1) ?? '';
  }

  /** Something was typed; `read` is asked for the text only when it is told. For handing on, as `flush` is. */
  readonly note = (read: () => string): void => {
    this.#read = read;
    this.#timer ??= setTimeout(this.flush, TELL_AFTER_MS);
  };

  /** Tells what is pending, now. */
  readonly flush = (): void => {
    if (this.#read === null) return;
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = null;
    const html = this.#read();
    this.#read = null;
    if (html === this.latest) return;
    this.#remember(html);
    this.#tell(html);
  };

  /**
   * Takes up a text from outside; false when it is none. What was told comes back through the device's
   * store, perhaps only after the next keys: that is no news, and taking it up would undo them.
   */
  takeUp(html: string): boolean {
    if (this.#read !== null || this.#known.includes(html)) return false;
    this.#remember(html);
    return true;
  }

  /** As {@link takeUp}, of a text that was undone or restored: one that was told or given before is news too. */
  bring(html: string): boolean {
    if (this.#read !== null || html === this.latest) return false;
    this.#remember(html);
    return true;
  }

  #remember(html: string): void {
    this.#known = [...this.#known, html].slice(-REMEMBERED);
  }
}
