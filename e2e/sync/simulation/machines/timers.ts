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
    setTimeout: (run: Callback, ms = 0) =>
      this.#add({ run, atMs: worldClock.now() + Math.max(0, ms), everyMs: null }),
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

  /** When the next timer is due; null if there is none. */
  get nextAtMs(): number | null {
    return this.#findNext()?.[1].atMs ?? null;
  }

  /** Fires the timer that is due first. */
  fireNext(): void {
    const next = this.#findNext();
    if (next === null) return;
    const [id, timer] = next;
    if (timer.everyMs === null) this.#timers.delete(id);
    else this.#timers.set(id, { ...timer, atMs: timer.atMs + timer.everyMs });
    timer.run();
  }

  /** Of timers that are due at once, the one that was set first. */
  #findNext(): readonly [number, Timer] | null {
    let next: readonly [number, Timer] | null = null;
    for (const one of this.#timers) if (next === null || one[1].atMs < next[1].atMs) next = one;
    return next;
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
