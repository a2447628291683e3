import { webcrypto } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { normalizeCode } from '../learning/activation.ts';
import { checkCode } from './check-code.ts';
import { checkLetterOf, endsWithCheckLetter } from './check-letter.ts';
import { CODE_LETTERS } from './code-alphabet.ts';
import { drawCode, drawCodes } from './draw-code.ts';

const ANY_LETTER = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ';
/** Codes in each property; fast-check prints the seed of a failure. */
const CODES = { numRuns: 100 };

const prefix = fc.string({ unit: fc.constantFrom(...ANY_LETTER), maxLength: 12 });

/** A secure source that a seed repeats: fast-check shrinks to the bytes that matter. */
const source = fc.infiniteStream(fc.nat(255)).map((bytes) => ({
  getRandomValues: (array: Uint8Array<ArrayBuffer>) => {
    for (const at of array.keys()) array[at] = bytes.next().value;
  },
}));
const code = fc.tuple(prefix, source).map(([name, random]) => drawCode(name, random));

/** Every text that differs from `text` in one letter. */
function* substitutionsOf(text: string): Generator<string> {
  for (const [at, right] of [...text].entries())
    for (const wrong of ANY_LETTER) if (wrong !== right) yield text.slice(0, at) + wrong + text.slice(at + 1);
}

/** Every text in which two different neighbours are swapped. */
function* swapsOf(text: string): Generator<string> {
  for (let at = 1; at < text.length; at += 1) {
    const [first = '', second = ''] = text.slice(at - 1, at + 1);
    if (first !== second) yield text.slice(0, at - 1) + second + first + text.slice(at + 1);
  }
}

/** The mistakes that the check misses; an assertion for each would take longer than its check. */
const missedIn = (wrong: Generator<string>) =>
  [...wrong].filter((text) => checkCode(text) !== 'wrong letter');

describe('ISO 7064 MOD 37-2', () => {
  it.each([
    // Published examples: ISBT 128 numbers blood donations so.
    ['G123498654321', 'H'],
    ['G123489654321', 'Y'],
    ['', '1'],
  ])('adds to %j the check letter %j', (text, letter) => {
    expect(checkLetterOf(text)).toBe(letter);
  });

  it('refuses a letter that has no value', () => {
    expect(() => checkLetterOf('ab')).toThrow(TypeError);
    expect(() => endsWithCheckLetter('A*')).not.toThrow();
  });
});

describe('a drawn code', () => {
  it('has a prefix, if any, and three groups of four letters that are not confused', () => {
    expect(drawCode('SCHOOL7', webcrypto)).toMatch(/^SCHOOL7(-[2-9A-HJKMNP-TV-Z]{4}){3}$/);
    expect(drawCode('', webcrypto)).toMatch(/^[2-9A-HJKMNP-TV-Z]{4}(-[2-9A-HJKMNP-TV-Z]{4}){2}$/);
  });

  it.each(['toolongprefix', 'THIRTEEN13CHARS', 'ab', 'A-B', 'Ä', ' '])('refuses the prefix %j', (wrong) => {
    expect(() => drawCode(wrong, webcrypto)).toThrow(TypeError);
  });

  it('has every letter equally often, also at the place of the check letter', () => {
    const counts = new Map<string, number>();
    const drawn = drawCodes('', 5_000, webcrypto).map(normalizeCode).join('');
    for (const letter of drawn) counts.set(letter, (counts.get(letter) ?? 0) + 1);
    const expected = drawn.length / CODE_LETTERS.length;
    expect(counts.size).toBe(CODE_LETTERS.length);
    // Eight standard deviations: a correct draw fails once in 10^14 runs, a plain remainder of 256 always.
    for (const [letter, count] of counts)
      expect(Math.abs(count - expected), letter).toBeLessThan(8 * Math.sqrt(expected));
  });

  it('is one of 5,000 different ones', () => {
    const codes = drawCodes('SCHOOL', 5_000, webcrypto);
    expect(new Set(codes).size).toBe(5_000);
  });

  it('is right however it is typed', () => {
    fc.assert(
      fc.property(code, (drawn) => {
        expect(checkCode(drawn)).toBe('right');
        expect(checkCode(` ${drawn.toLowerCase().replaceAll('-', '\u00a0–')} `)).toBe('right');
        expect(checkCode(normalizeCode(drawn))).toBe('right');
      }),
      CODES,
    );
  });

  it('is never right with one wrong letter, in the prefix or after it', () => {
    fc.assert(
      fc.property(code, (drawn) => {
        expect(missedIn(substitutionsOf(normalizeCode(drawn)))).toEqual([]);
      }),
      CODES,
    );
  });

  it('is never right with two swapped neighbours', () => {
    fc.assert(
      fc.property(code, (drawn) => {
        expect(missedIn(swapsOf(normalizeCode(drawn)))).toEqual([]);
      }),
      CODES,
    );
  });
});

describe('a code that Carrel did not draw', () => {
  it.each([
    '',
    '   ',
    'TIDES-CODE-1',
    'ABCD-EFGH',
    'ABCD-EFGH-JKMN-PQRS-TVWX',
    'ABC-DEFG-HJKM-N',
    'ÄBCD-EFGH-JKMN',
    '1'.repeat(25),
    'LOIU-LOIU-LOIU',
    '\u{1f511}',
  ])('%j has another shape', (typed) => {
    expect(checkCode(typed)).toBe('not of this shape');
  });

  it('may have the same shape, and then seems to have a wrong letter', () => {
    expect(checkCode('abcd-efgh-jkmn')).toBe('wrong letter');
  });
});
