import { expect, it } from 'vitest';
import { normalizeSecondFactor } from './second-factor.ts';

it.each([
  ['123 456', '123456'],
  ['１２３４５６', '123456'],
  ['abcd-efgh', 'ABCDEFGH'],
  ['ａｂｃｄ－ｅｆｇｈ', 'ABCDEFGH'],
])('the code %j is %s', (typed, code) => {
  expect(normalizeSecondFactor(typed)).toBe(code);
});
