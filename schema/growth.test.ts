import { expect, it } from 'vitest';
import { growthOf, LINEAR_GROWTH_MAX } from './testing/growth.ts';

/** Time that passes only by work. */
function timeTaken(stepsOf: (size: number) => number) {
  let now = 0;
  const work = (size: number) => {
    now += stepsOf(size);
  };
  return growthOf({ now: () => now }, 8_000, work);
}

it('tells work that grows with what it is done on from work that grows with its square', async () => {
  expect(await timeTaken((size) => size)).toBeLessThan(LINEAR_GROWTH_MAX);
  expect(await timeTaken((size) => size * Math.log2(size))).toBeLessThan(LINEAR_GROWTH_MAX);
  expect(await timeTaken((size) => size * size)).toBeGreaterThan(LINEAR_GROWTH_MAX);
});
