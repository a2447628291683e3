import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compareTexts, type TextPiece } from './text-differences.ts';

const join = (pieces: readonly TextPiece[]) => pieces.map(({ text }) => text).join('');

describe('comparing two texts', () => {
  it('marks the words that differ, on both sides', () => {
    const { mine, theirs } = compareTexts('Reading a tide table', 'Reading the tide table twice');
    expect(mine.filter(({ differs }) => differs).map(({ text }) => text)).toEqual(['a']);
    expect(theirs.filter(({ differs }) => differs).map(({ text }) => text)).toEqual(['the', ' twice']);
  });

  it('marks nothing in equal texts', () => {
    expect(compareTexts('same', 'same').mine).toEqual([{ at: 0, text: 'same', differs: false }]);
  });

  it('shows both texts whole, whatever they are', () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), (one, other) => {
        const { mine, theirs } = compareTexts(one, other);
        return join(mine) === one && join(theirs) === other;
      }),
    );
  });
});
