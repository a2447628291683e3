/* The simulated clock: time advances only when the seed says so, so the same seed repeats the same run. */

let nowMs = 0;

/** The true time; each device's clock has an offset from it. */
export const worldClock = {
  now: () => nowMs,
  advance: (ms: number) => {
    nowMs += ms;
  },
  set: (ms: number) => {
    nowMs = ms;
  },
};

/** A `Date` that reads a given clock. */
export function dateBy(now: () => number): DateConstructor {
  return class extends Date {
    constructor(...args: [] | [value: number | string | Date]) {
      if (args.length === 0) super(now());
      else super(args[0]);
    }
    static override now = now;
  } as DateConstructor;
}
