import type { SqliteFile } from './sqlite-file.ts';

/** A connection that one transaction after another uses, in the order in which they ask for it. */
export class ExclusiveFile {
  readonly file: SqliteFile;
  readonly #waiting: (() => void)[] = [];
  #isHeld = false;

  constructor(file: SqliteFile) {
    this.file = file;
  }

  async hold(): Promise<void> {
    if (this.#isHeld) await new Promise<void>((resolve) => this.#waiting.push(resolve));
    this.#isHeld = true;
  }

  /** The next one holds it at once, so no other can come between. */
  release(): void {
    const next = this.#waiting.shift();
    if (next === undefined) this.#isHeld = false;
    else next();
  }
}
