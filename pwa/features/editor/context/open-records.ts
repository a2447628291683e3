import { Observable, type Readable } from '#pwa/device/observable.ts';
import { focusSoon, toggleId } from '../kit/focus-soon.ts';

/**
 * Which modules and lessons of a course are open. Outside of React's state, so that opening one renders only
 * that one and not every row of the course.
 */
export class OpenRecords {
  readonly #ids: Observable<ReadonlySet<string>>;

  constructor(first: readonly string[]) {
    this.#ids = new Observable(new Set(first));
  }

  get ids(): Readable<ReadonlySet<string>> {
    return this.#ids;
  }

  toggle(id: string): void {
    const after = new Set(this.#ids.get());
    if (!after.delete(id)) after.add(id);
    this.#ids.set(after);
  }

  /** Opens records without moving the focus or the scroll position. */
  reveal(...ids: readonly string[]): void {
    const open = this.#ids.get();
    if (ids.some((id) => !open.has(id))) this.#ids.set(new Set([...open, ...ids]));
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
}
