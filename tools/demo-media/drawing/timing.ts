/** Limits a number to two bounds. */
export function clamp(value: number, low = 0, high = 1): number {
  return Math.min(high, Math.max(low, value));
}

/** Interpolates linearly between two numbers by `share`. */
export function mix(from: number, to: number, share: number): number {
  return from + (to - from) * share;
}

/** Starts slowly, ends slowly: the easing of every movement in the videos. */
export function ease(share: number): number {
  const x = clamp(share);
  return x * x * x * (x * (6 * x - 15) + 10);
}

/** The eased progress, from 0 to 1, of a movement between two times at time t. */
export function progress(t: number, from: number, to: number): number {
  return ease((t - from) / (to - from));
}

/** As `progress`, but linear. */
export function steady(t: number, from: number, to: number): number {
  return clamp((t - from) / (to - from));
}

/** The opacity of an object that fades in at one time and has disappeared at another. */
export function during(t: number, from: number, to: number, fade = 0.4): number {
  return Math.min(progress(t, from, from + fade), 1 - progress(t, to - fade, to));
}

/** A value that rests on each stop's value and moves, eased, between the stops' times. */
export function along(t: number, stops: readonly (readonly [at: number, value: number])[]): number {
  let before: readonly [number, number] | undefined;
  for (const stop of stops) {
    if (t < stop[0]) {
      return before === undefined ? stop[1] : mix(before[1], stop[1], progress(t, before[0], stop[0]));
    }
    before = stop;
  }
  return before === undefined ? 0 : before[1];
}
