import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { countdown, digitsOfCode, ResetCode } from './recovery.ts';

describe('a reset code', () => {
  it.each([
    ['123456', '123456'],
    [' 12 34-56 ', '123456'],
    ['Your code is 123456.', '123456'],
    ['1234567', '123456'],
    ['12a', '12'],
    ['', ''],
    ['１２３４５６', '123456'],
    ['١٢٣', ''],
  ])('typed as %j has the digits %j', (typed, digits) => {
    expect(digitsOfCode(typed)).toBe(digits);
  });

  it.each(['12345', '1234567', '12345a', '', '١٢٣٤٥٦', '123456\n'])('cannot be %j', (code) => {
    expect(v.is(ResetCode, code)).toBe(false);
  });

  it('is six digits', () => {
    expect(v.is(ResetCode, '000123')).toBe(true);
  });
});

describe('the countdown', () => {
  it.each([
    [900, '15:00'],
    [899.2, '15:00'],
    [61, '01:01'],
    [59, '00:59'],
    [0.1, '00:01'],
    [0, '00:00'],
    [-5, '00:00'],
  ])('shows %d seconds as %s', (seconds, shown) => {
    expect(countdown(seconds)).toBe(shown);
  });
});
