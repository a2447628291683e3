import type { Clock } from '../clock.ts';

/** When tests begin, unless they say otherwise. */
const START_OF_TIME = '2026-11-21T08:00:00.000Z';

/** A clock that stands still until it is told to go on. */
export class TestClock implements Clock {
  #ms: number;

  constructor(start: string = START_OF_TIME) {
    this.#ms = Date.parse(start);
  }

  now(): Date {
    return new Date(this.#ms);
  }

  advance(ms: number): void {
    this.#ms += ms;
  }
}
