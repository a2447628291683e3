import { focusSoon, toggleId } from '../kit/focus-soon.ts';

/**
 * Which modules and lessons of a course are open. Outside of React's state, so that opening one renders only
 * that one and not every row of the course.
 */
export class OpenRecords {
  #open: ReadonlySet<string>;
  readonly #listeners = new Set<() => void>();

  constructor(first: readonly string[]) {
    this.#open = new Set(first);
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  isOpen(id: string): boolean {
    return this.#open.has(id);
  }

  toggle(id: string): void {
    const after = new Set(this.#open);
    if (!after.delete(id)) after.add(id);
    this.#change(after);
  }

  /** Opens records without moving the focus or the scroll position. */
  reveal(...ids: readonly string[]): void {
    if (ids.some((id) => !this.#open.has(id))) this.#change(new Set([...this.#open, ...ids]));
  }

  /** Opens records, and scrolls to and focuses the last of them. */
  show(...ids: readonly string[]): void {
    this.showLater()(...ids);
  }

  /**
   * Like {@link show}, for a record that is still being created. If the user has moved the focus in the
   * meantime, it stays there.
   */
  showLater(): (...ids: readonly string[]) => void {
    const start = document.activeElement;
    return (...ids) => {
      this.reveal(...ids);
      const last = ids.at(-1);
      if (last !== undefined) focusSoon(toggleId(last), { start });
    };
  }

  #change(open: ReadonlySet<string>): void {
    this.#open = open;
    for (const listener of this.#listeners) listener();
  }
}
