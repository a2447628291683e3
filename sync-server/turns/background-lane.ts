/** Work that has begun and not ended, at most: what others request meanwhile waits behind these only. */
const AT_ONCE_MAX = 8;

/**
 * Runs work that no user waits for, a little at a time and in order of arrival: thousands of devices that come back in
 * the same second must not keep others from their screens.
 */
export class BackgroundLane {
  readonly #waiting: Waiting[] = [];
  /** The index of the first that waits; what is before it has begun. */
  #first = 0;
  #running = 0;

  get waitingCount(): number {
    return this.#waiting.length - this.#first;
  }

  /** `work` calls `end` when its place is free; more than once is harmless. */
  begin(work: Waiting): void {
    if (this.#running < AT_ONCE_MAX) this.#run(work);
    else this.#waiting.push(work);
  }

  #run(work: Waiting): void {
    this.#running += 1;
    let hasEnded = false;
    work(() => {
      if (hasEnded) return;
      hasEnded = true;
      this.#running -= 1;
      this.#beginNext();
    });
  }

  #beginNext(): void {
    const next = this.#waiting[this.#first];
    if (next === undefined) return;
    this.#first += 1;
    if (this.#first === this.#waiting.length) {
      this.#waiting.length = 0;
      this.#first = 0;
    }
    this.#run(next);
  }
}

type Waiting = (end: () => void) => void;
