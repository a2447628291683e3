/** Thrown for work that finds no room in the queue. */
export class QueueFull extends Error {}

export interface QueueLimits {
  /** How much work runs at the same time. */
  readonly running: number;
  /** How much may wait in one lane. */
  readonly waitingPerLane: number;
  /** How much may wait in all lanes together. */
  readonly waiting: number;
}

interface Waiting {
  readonly start: () => void;
  readonly refuse: (reason: QueueFull) => void;
}

/**
 * Runs a few pieces of work at a time. The others wait in lanes, which take turns: a lane with one piece
 * of work waits for one turn of each other lane, however much waits in those. When all lanes together are
 * full, the longest one loses its newest piece of work.
 */
export class FairQueue {
  readonly #limits: QueueLimits;
  /** The lane whose turn is next comes first. No lane is empty. */
  readonly #lanes = new Map<string, Waiting[]>();
  #running = 0;
  #waiting = 0;

  constructor(limits: QueueLimits) {
    this.#limits = limits;
  }

  /** Throws {@link QueueFull} when there is no room. */
  async run<T>(lane: string, work: () => Promise<T>): Promise<T> {
    if (this.#running < this.#limits.running) this.#running += 1;
    else await this.#turn(lane);
    try {
      return await work();
    } finally {
      this.#startNext();
    }
  }

  #turn(lane: string): Promise<void> {
    return new Promise((start, refuse) => {
      const length = this.#lanes.get(lane)?.length ?? 0;
      if (length >= this.#limits.waitingPerLane || !this.#makeRoom(length)) {
        refuse(new QueueFull());
        return;
      }
      const waiting = this.#lanes.get(lane) ?? [];
      waiting.push({ start, refuse });
      this.#lanes.set(lane, waiting);
      this.#waiting += 1;
    });
  }

  /** Whether there is room for a lane of this length, if need be at the cost of a longer one. */
  #makeRoom(length: number): boolean {
    if (this.#waiting < this.#limits.waiting) return true;
    const [name, longest] = [...this.#lanes].reduce((a, b) => (b[1].length > a[1].length ? b : a));
    if (longest.length <= length + 1) return false;
    longest.pop()?.refuse(new QueueFull());
    this.#waiting -= 1;
    if (longest.length === 0) this.#lanes.delete(name);
    return true;
  }

  #startNext(): void {
    const [next] = this.#lanes;
    if (next === undefined) {
      this.#running -= 1;
      return;
    }
    const [lane, waiting] = next;
    const first = waiting.shift();
    this.#lanes.delete(lane);
    if (waiting.length > 0) this.#lanes.set(lane, waiting);
    this.#waiting -= 1;
    first?.start();
  }
}
