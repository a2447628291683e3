import { describe, expect, it } from 'vitest';
import { activationRate } from './stats.ts';

describe('the activation rate', () => {
  it.each([
    [0, 0, 0],
    [5, 0, 0],
    [0, 4, 0],
    [1, 3, 33],
    [2, 3, 67],
    [1, 200, 1],
    [7, 2, 350],
  ])('of %i activations and %i users is %i', (totalActivations, totalUsers, rate) => {
    expect(activationRate({ totalActivations, totalUsers })).toBe(rate);
  });
});
