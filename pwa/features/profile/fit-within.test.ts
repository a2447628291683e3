import { expect, it } from 'vitest';
import { fitWithin } from './fit-within.ts';

it('reduces the longest side to the limit and keeps the aspect ratio', () => {
  expect(fitWithin({ width: 4_000, height: 3_000 }, 400)).toEqual({ width: 400, height: 300 });
  expect(fitWithin({ width: 600, height: 1_200 }, 400)).toEqual({ width: 200, height: 400 });
});

it('leaves a small image unchanged, and a thin one at least one pixel wide', () => {
  expect(fitWithin({ width: 120, height: 80 }, 400)).toEqual({ width: 120, height: 80 });
  expect(fitWithin({ width: 10_000, height: 3 }, 400)).toEqual({ width: 400, height: 1 });
});
