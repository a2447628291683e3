/** So many are notified at once: at rest, and in a small school, nobody waits. */
const AT_ONCE_MAX = 40;
const EVERY_MS = 100;
/** A pull takes some milliseconds, so this leaves most of the time to everything else. */
const PER_TURN = 10;

/**
 * Spreads notices over a time that grows with the number of those to be notified: all of them would pull in the same
 * moment, and nobody else would be served meanwhile. First come, first served; one that waits already keeps its place.
 */
export class NoticeQueue<T> {
  readonly #send: (to: T) => void;
  readonly #waiting = new Set<T>();
  #timer: NodeJS.Timeout | undefined;

  constructor(send: (to: T) => void) {
    this.#send = send;
  }

  get waitingCount(): number {
    return this.#waiting.size;
  }

  add(audience: readonly T[]): void {
    for (const one of audience) this.#waiting.add(one);
    if (this.#timer !== undefined) return;
    this.#sendTo(this.#waiting.size <= AT_ONCE_MAX ? AT_ONCE_MAX : PER_TURN);
    if (this.#waiting.size > 0) this.#timer = setInterval(() => this.#turn(), EVERY_MS).unref();
  }

  remove(one: T): void {
    this.#waiting.delete(one);
  }

  clear(): void {
    this.#waiting.clear();
    this.#turn();
  }

  #turn(): void {
    this.#sendTo(PER_TURN);
    if (this.#waiting.size > 0) return;
    clearInterval(this.#timer);
    this.#timer = undefined;
  }

  #sendTo(count: number): void {
    let left = count;
    for (const one of this.#waiting) {
      if (left === 0) return;
      left -= 1;
      this.#waiting.delete(one);
      this.#send(one);
    }
  }
}
