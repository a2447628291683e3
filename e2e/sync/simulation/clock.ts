/*
 * No clock of the machine that this runs on: the time stands still but when the seed moves it on, so that the
 * same seed brings the same life.
 */

let nowMs = 0;

/** The time that the world agrees on; devices are off it by their own offset. */
export const worldClock = {
  now: () => nowMs,
  advance: (ms: number) => {
    nowMs += ms;
  },
  set: (ms: number) => {
    nowMs = ms;
  },
};

/** A `Date` that tells the time by somebody's own clock. */
export function dateBy(now: () => number): DateConstructor {
  return class extends Date {
    constructor(...args: [] | [value: number | string | Date]) {
      if (args.length === 0) super(now());
      else super(args[0]);
    }
    static override now = now;
  } as DateConstructor;
}
