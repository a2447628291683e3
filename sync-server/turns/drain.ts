import { untilNextTurn } from './next-turn.ts';

interface Work {
  /** Does a piece of what is left; returns whether there was any. */
  readonly doPiece: () => Promise<boolean>;
  readonly onError: (error: unknown) => void;
}

/**
 * Work that is left in the database, and is done a piece at a time: other requests are served in between, and what is left
 * when the server ends is done after the next start.
 */
export class Drain {
  readonly #work: Work;
  #run: Promise<void> | null = null;
  #isRequested = false;
  #isStopped = false;

  constructor(work: Work) {
    this.#work = work;
  }

  /** Does all that is left. Never rejects: the next call tries again what failed. */
  drain(): Promise<void> {
    this.#isRequested = true;
    this.#run ??= this.#workRequested().finally(() => {
      this.#run = null;
    });
    return this.#run;
  }

  /** Resolves when the current piece is done. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    await this.#run;
  }

  /** What is added during the last look for a piece is not missed. */
  async #workRequested(): Promise<void> {
    try {
      while (this.#isRequested && !this.#isStopped) {
        this.#isRequested = false;
        while (!this.#isStopped && (await this.#work.doPiece())) await untilNextTurn();
      }
    } catch (error) {
      this.#work.onError(error);
    }
  }
}
