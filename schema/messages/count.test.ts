import { expect, test } from 'vitest';
import { countOf, formatCount } from './count.ts';

test('counts have thousands separators', () => {
  expect([0, 7, 999, 1_000, 12_480, 1_234_567].map(formatCount)).toEqual([
    '0',
    '7',
    '999',
    '1,000',
    '12,480',
    '1,234,567',
  ]);
});

test('a count agrees with its noun', () => {
  expect([0, 1, 2, 10_000].map((count) => countOf(count, 'activation code'))).toEqual([
    '0 activation codes',
    '1 activation code',
    '2 activation codes',
    '10,000 activation codes',
  ]);
});
