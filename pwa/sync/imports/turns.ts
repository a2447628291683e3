/** A turn lasts so long at most; a device that is four times as slow then still replies to a key in 50 ms. */
const TURN_MS = 8;

/** Long work on the thread of the page, in turns. Between two of them the page is drawn, and handles keys. */
export class Turns {
  #begunAt = performance.now();

  /** Waits for the next turn if this one is over. */
  async next(): Promise<void> {
    if (performance.now() - this.#begunAt < TURN_MS) return;
    await untilNextTask();
    this.#begunAt = performance.now();
  }
}

/** By a message: browsers delay timers that follow each other by 4 ms. */
export function untilNextTask(): Promise<void> {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => {
      port1.close();
      resolve();
    };
    port2.postMessage(null);
  });
}
