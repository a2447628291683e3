import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { piecesOf } from './pieces.ts';

it('has every item once and in its order, in pieces that are not too heavy', () => {
  fc.assert(
    fc.property(fc.array(fc.nat(20)), (weights) => {
      const pieces = piecesOf(weights, 10, (weight) => weight);
      expect(pieces.flat()).toEqual(weights);
      for (const piece of pieces) {
        const sum = piece.reduce((all, weight) => all + weight, 0);
        expect(piece.length === 1 || sum <= 10).toBe(true);
      }
    }),
  );
});

it('fills a piece before the next begins', () => {
  expect(piecesOf([5, 5, 1, 30, 2], 10, (weight) => weight)).toEqual([[5, 5], [1], [30], [2]]);
});
