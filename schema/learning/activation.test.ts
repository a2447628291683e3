import { describe, expect, it } from 'vitest';
import { normalizeCode } from './activation.ts';

describe('a normalised activation code', () => {
  it.each([
    'CARREL-ABCD-EF23',
    ' carrel abcd ef23 ',
    'Carrel\u00a0ABCD\u2013EF23',
    'carrel\u2011abcd\u2011ef23',
    '\ufeffCARRELABCDEF23\n',
  ])('ignores case, spaces and dashes: “%s”', (typed) => {
    expect(normalizeCode(typed)).toBe('CARRELABCDEF23');
  });

  it('still differs between different codes', () => {
    expect(normalizeCode('AB-1')).not.toBe(normalizeCode('AB-I'));
    expect(normalizeCode('A_B')).not.toBe(normalizeCode('AB'));
  });
});
