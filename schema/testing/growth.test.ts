import { expect, it } from 'vitest';
import { growthOf, LINEAR_GROWTH_MAX } from './growth.ts';

/** A clock that advances only by work. */
function timeTaken(stepsOf: (size: number) => number) {
  let now = 0;
  const work = (size: number) => {
    now += stepsOf(size);
  };
  return growthOf(8_000, work, { now: () => now });
}

it('distinguishes linear work from quadratic work', async () => {
  expect(await timeTaken((size) => size)).toBeLessThan(LINEAR_GROWTH_MAX);
  expect(await timeTaken((size) => size * Math.log2(size))).toBeLessThan(LINEAR_GROWTH_MAX);
  expect(await timeTaken((size) => size * size)).toBeGreaterThan(LINEAR_GROWTH_MAX);
});
