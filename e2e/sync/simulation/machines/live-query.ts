interface Observer<T> {
  next(value: T): void;
  error(error: unknown): void;
}

/** Reports every commit to the databases of one device, in whichever tab it was made. */
export class Commits {
  readonly #listeners = new Set<() => void>();

  /** Returns a function that stops. */
  subscribe(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  emit(): void {
    for (const listener of this.#listeners) listener();
  }

  /**
   * In place of Dexie's function, which takes databases of the same name on two devices for one, and is started
   * by real timers.
   */
  readonly liveQuery = <T>(query: () => Promise<T>) => ({
    subscribe: (observer: Observer<T>) => {
      let isRunning = false;
      let isOutdated = false;
      const run = async () => {
        isOutdated = true;
        if (isRunning) return;
        isRunning = true;
        while (isOutdated && this.#listeners.has(start)) {
          isOutdated = false;
          await query().then(
            (value) => this.#listeners.has(start) && observer.next(value),
            (error: unknown) => this.#listeners.has(start) && observer.error(error),
          );
        }
        isRunning = false;
      };
      const start = () => void run();
      this.#listeners.add(start);
      setImmediate(start);
      return { unsubscribe: () => this.#listeners.delete(start) };
    },
  });
}
