/**
 * Writes values that come in bursts, as keys do: the first one at once, the others when the burst is over, and of
 * those only the newest.
 */
export class BurstWriter<T> {
  readonly #write: (value: T) => void;
  readonly #pauseMs: number;
  #timer: ReturnType<typeof setTimeout> | null = null;
  #waiting: { readonly value: T } | null = null;

  /** @param pauseMs a burst is over when nothing came for so long */
  constructor(write: (value: T) => void, pauseMs: number) {
    this.#write = write;
    this.#pauseMs = pauseMs;
  }

  put(value: T): void {
    const isFirst = this.#timer === null;
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.flush(), this.#pauseMs);
    if (isFirst) this.#write(value);
    else this.#waiting = { value };
  }

  /** Ends the burst now. */
  flush(): void {
    const waiting = this.#waiting;
    this.cancel();
    if (waiting !== null) this.#write(waiting.value);
  }

  /** Ends the burst; what waits is not written. */
  cancel(): void {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = null;
    this.#waiting = null;
  }
}
