/** Lessons with an edit that the server has not acknowledged. */
export class Unsent {
  readonly #ids = new Set<string>();
  #waiting: (() => void)[] = [];

  add(id: string): void {
    this.#ids.add(id);
  }

  remove(ids: readonly string[] | 'all'): void {
    if (ids === 'all') this.#ids.clear();
    else for (const id of ids) this.#ids.delete(id);
    if (this.#ids.size > 0) return;
    for (const resolve of this.#waiting) resolve();
    this.#waiting = [];
  }

  async untilNone(): Promise<void> {
    if (this.#ids.size > 0) await new Promise<void>((resolve) => this.#waiting.push(resolve));
  }
}
