/** Thrown for a job that the queue has no capacity for. */
export class QueueFull extends Error {}

export interface QueueLimits {
  /** How many jobs run at the same time. */
  readonly running: number;
  /** How many jobs may wait in one lane. */
  readonly waitingPerLane: number;
  /** How many jobs may wait in all lanes together. */
  readonly waiting: number;
}

interface Waiting {
  readonly start: () => void;
  readonly refuse: (reason: QueueFull) => void;
}

/**
 * Runs a few jobs at a time. The others wait in lanes, which take turns: the only job of a lane waits for one
 * turn of each other lane, however many jobs those hold. When the total capacity is reached, the longest lane
 * loses its newest job.
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

  /** Throws {@link QueueFull} when the queue has no capacity left. */
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
      if (length >= this.#limits.waitingPerLane || !this.#ensureCapacity(length)) {
        refuse(new QueueFull());
        return;
      }
      const waiting = this.#lanes.get(lane) ?? [];
      waiting.push({ start, refuse });
      this.#lanes.set(lane, waiting);
      this.#waiting += 1;
    });
  }

  /** Whether a lane of this length may take another job, if necessary by dropping one of a longer lane. */
  #ensureCapacity(length: number): boolean {
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
