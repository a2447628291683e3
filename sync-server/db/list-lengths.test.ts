import { expect, it } from 'vitest';
import { inListLengths, padToLength, slicesOf } from './list-lengths.ts';

const list = (length: number) => Array.from({ length }, (_, n) => n);
const lengths = (parts: readonly (readonly number[])[]) => parts.map((part) => part.length);

it('a list to be written is divided into lengths that are powers of two', () => {
  expect([0, 1, 3, 13, 32, 70].map((length) => lengths(inListLengths(list(length))))).toEqual([
    [],
    [1],
    [2, 1],
    [8, 4, 1],
    [32],
    [32, 32, 4, 2],
  ]);
  expect(inListLengths(list(70)).flat()).toEqual(list(70));
});

it('a list is cut into slices of one length, the last one shorter, and none for an empty list', () => {
  expect([0, 1, 4, 5, 8].map((length) => lengths(slicesOf(list(length), 4)))).toEqual([
    [],
    [1],
    [4],
    [4, 1],
    [4, 4],
  ]);
  expect(slicesOf(list(9), 4).flat()).toEqual(list(9));
});

it('a list to be looked up is filled with its last value', () => {
  expect([0, 1, 3, 13, 32].map((length) => padToLength(list(length)).length)).toEqual([0, 1, 4, 16, 32]);
  expect(padToLength(list(3))).toEqual([0, 1, 2, 2]);
});
