import { worldClock } from './clock.ts';

type Callback = () => unknown;
interface Timer {
  readonly run: Callback;
  readonly atMs: number;
  /** Null for a timer that fires once. */
  readonly everyMs: number | null;
}

/** The timers of one machine. They fire only when a schedule says so. */
export class Timers {
  readonly #timers = new Map<number, Timer>();
  #count = 0;

  /** In place of the platform's functions. */
  readonly globals = {
    setTimeout: (run: Callback, ms = 0) => this.#add({ run, atMs: worldClock.now() + ms, everyMs: null }),
    setInterval: (run: Callback, ms = 0) => {
      const everyMs = Math.max(1, ms);
      return this.#add({ run, atMs: worldClock.now() + everyMs, everyMs });
    },
    clearTimeout: (id?: number) => this.#remove(id),
    clearInterval: (id?: number) => this.#remove(id),
  };

  clear(): void {
    this.#timers.clear();
  }

  #add(timer: Timer): number {
    this.#count += 1;
    this.#timers.set(this.#count, timer);
    return this.#count;
  }

  #remove(id: number | undefined): void {
    if (id !== undefined) this.#timers.delete(id);
  }
}
