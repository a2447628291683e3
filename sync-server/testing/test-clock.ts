import type { Clock } from '../clock.ts';

/** The start time of tests, unless they set another. */
const START_OF_TIME = '2026-11-21T08:00:00.000Z';

/** A clock that stops until a test advances it. */
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
