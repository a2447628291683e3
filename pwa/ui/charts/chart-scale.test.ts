import { describe, expect, it } from 'vitest';
import { scaleEnd } from './chart-scale.ts';

describe('the scale of a chart', () => {
  it.each([
    [[], 4],
    [[0, 0], 4],
    [[1], 4],
    [[5], 6],
    [[9], 10],
    [[11], 20],
    [[63], 80],
    [[240], 400],
  ])('ends for %j at %i', (counts, end) => {
    expect(scaleEnd(counts)).toBe(end);
  });
});
