/** The longest that work from the queue is begun in one turn of the event loop. */
const TURN_MAX_MS = 10;

/**
 * Begins work in order of arrival, at most for ten milliseconds in one turn of the event loop: a thousand requests that
 * arrive in one moment would otherwise all be begun before the loop turns again.
 */
export class TurnQueue {
  readonly #waiting: (() => void)[] = [];
  #isTurnPlanned = false;
  #turnEndsMs: number | undefined;

  begin(work: () => void): void {
    this.#turnEndsMs ??= performance.now() + TURN_MAX_MS;
    if (this.#waiting.length === 0 && performance.now() < this.#turnEndsMs) work();
    else this.#waiting.push(work);
    this.#planTurn();
  }

  /** In the phase after the sockets were read; what is left waits until they have been read again. */
  #planTurn(): void {
    if (this.#isTurnPlanned) return;
    this.#isTurnPlanned = true;
    setImmediate(() => {
      this.#isTurnPlanned = false;
      this.#turnEndsMs = undefined;
      if (this.#waiting.length === 0) return;
      const endsMs = performance.now() + TURN_MAX_MS;
      let begun = 0;
      for (const work of this.#waiting) {
        if (begun > 0 && performance.now() >= endsMs) break;
        begun += 1;
        work();
      }
      this.#waiting.splice(0, begun);
      this.#planTurn();
    });
  }
}
