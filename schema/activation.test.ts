import { describe, expect, it } from 'vitest';
import { normalizeCode } from './activation.ts';

describe('an activation code as it is compared', () => {
  it.each([
    'CARREL-ABCD-EF23',
    ' carrel abcd ef23 ',
    'Carrel\u00a0ABCD\u2013EF23',
    'carrel\u2011abcd\u2011ef23',
    '\ufeffCARRELABCDEF23\n',
  ])('does not mind case, spaces and dashes: “%s”', (typed) => {
    expect(normalizeCode(typed)).toBe('CARRELABCDEF23');
  });

  it('still tells different codes apart', () => {
    expect(normalizeCode('AB-1')).not.toBe(normalizeCode('AB-I'));
    expect(normalizeCode('A_B')).not.toBe(normalizeCode('AB'));
  });
});
