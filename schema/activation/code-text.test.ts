import { webcrypto } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { normalizeCode } from '../learning/activation.ts';
import { anyCharacter } from '../testing/any-character.ts';
import { codeFragment } from './code-link.ts';
import { codeKeys, codeToSend, mixesScripts, oddCharacter, tidyCode } from './code-text.ts';
import { drawCode } from './draw-code.ts';

const CODE = 'SEA-2048';
const KEY = normalizeCode(CODE);
const drawn = drawCode('SCHOOL', webcrypto);
const link = `https://carrel.example/courses/tides/activate${codeFragment(drawn)}`;

describe('the forms of an entered code', () => {
  it.each([
    ['a code', CODE],
    ['marks of direction', `\u200e${CODE}\u200f`],
    ['an embedding', `\u202aSEA-\u2066204\u20698\u202c`],
    ['soft hyphens', 'SE\u00adA-20\u00ad48'],
    ['joiners', 'SEA\u200d-20\u200c48\u2060'],
    ['variation selectors', `${CODE}\ufe0f`],
    ['dots', 'SEA.2048.'],
    ['middle dots', 'SEA·2048'],
    ['bullets', `• ${CODE}`],
    ['straight quotes', `"${CODE}"`],
    ['curved quotes', `“${CODE}”`],
    ['angle quotes', `«${CODE}»`],
    ['low quotes', `„${CODE}“`],
    ['brackets', `(${CODE})`],
    ['the emphasis of a chat', `*${CODE}*`],
    ['a label', `Code: ${CODE}`],
    ['a wide label', `クーポン：${CODE}`],
    ['a Cyrillic label', `Код: ${CODE}`],
    ['a label without a colon', `Your activation code is ${CODE}.`],
    ['full-width characters', 'ＳＥＡ－２０４８'],
    ['Arabic digits', 'SEA-٢٠٤٨'],
    ['Persian digits', 'SEA-۲۰۴۸'],
    ['Devanagari digits', 'sea-२०४८'],
    ['Bengali digits', 'SEA-২০৪৮'],
    ['mathematical digits', 'SEA-𝟚𝟘𝟜𝟠'],
    ['Cyrillic look-alikes', 'ЅЕА-2048'],
    ['small Cyrillic look-alikes', 'ѕеа-2048'],
    ['Greek look-alikes', 'SΕΑ-2048'],
  ])('contain the stored one for %s', (_, typed) => {
    expect(codeKeys(typed)).toContain(KEY);
  });

  it.each([
    ['a link', link],
    ['a link in the query', link.replace('#', '?')],
    ['a link with more parameters', `${link}&utm_source=mail`],
    [
      'a sentence',
      `Hello Lena, your code ${drawn} opens “Tides: an introduction”. It is valid until 1.1.2027!`,
    ],
    ['a sentence with other dashes', `Hello: ${drawn.replaceAll('-', '‑').toLowerCase()}, have fun.`],
  ])('contain the drawn one for %s, and the device sends it alone', (_, typed) => {
    expect(codeKeys(typed)).toContain(normalizeCode(drawn));
    expect(codeToSend(typed)).toBe(drawn);
  });

  it.each(['A.B', 'A:B', "'A-2", 'ШКОЛА-1', '#KEY', 'naïve', 'code 7', 'a\u00adb', '(1)', 'A=1'])(
    'begin with the literal one, because %j may be stored so',
    (typed) => {
      expect(codeKeys(typed)[0]).toBe(normalizeCode(typed));
      expect(codeToSend(typed)).toBe(typed);
    },
  );

  it('are one for a code of letters, digits and dashes, so that the server looks for it once', () => {
    expect(codeKeys(` ${drawn.toLowerCase()} `)).toEqual([normalizeCode(drawn)]);
  });

  it('are none for separators, and the text of a damaged link as it is', () => {
    expect(codeKeys(' -– ')).toEqual([]);
    expect(codeToSend('x/activate#code=%E0%A4%A')).toBe('%E0%A4%A');
  });

  it('do not choose between two codes of one text', () => {
    const text = `${drawn} or ${drawCode('SCHOOL', webcrypto)}`;
    expect(codeToSend(text)).toBe(text);
  });

  it('are the literal form first, at most three and never empty, for any text', () => {
    fc.assert(
      fc.property(fc.string({ unit: anyCharacter, maxLength: 128 }), (text) => {
        const keys = codeKeys(text);
        expect(keys.length).toBeLessThanOrEqual(3);
        expect(keys).not.toContain('');
        if (normalizeCode(text) !== '') expect(keys[0]).toBe(normalizeCode(text));
      }),
      { numRuns: 200 },
    );
  });
});

describe('a tidied code', () => {
  it.each([
    ['SEA 20.48', 'SEA 20.48'],
    [' Sea\u00ad–2048\u200e\n', 'Sea–2048'],
    ['ШКОЛА-А1', 'ШКОЛА-А1'],
    ['АВС-1', 'ABC-1'],
    ['ABЖ-А', 'ABЖ-А'],
    ['АB-١', 'AB-1'],
    ['İı', 'Ii'],
    ['Äpfel', 'Äpfel'],
  ])('%j is %j: what is certain is replaced, what has a meaning stays', (text, tidy) => {
    expect(tidyCode(text)).toBe(tidy);
  });

  it('is tidy', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 40 }), (text) => {
        expect(tidyCode(tidyCode(text))).toBe(tidyCode(text));
      }),
      { numRuns: 500 },
    );
  });
});

describe('an odd character', () => {
  it.each([
    ['SEA-2048', null],
    ['Code: „SEA–2048“.', null],
    ['SEA-20Ж8', 'the character “Ж” (Cyrillic)'],
    ['SEA-ν', 'the character “ν” (Greek)'],
    ['SEA_1', 'the character “_”'],
    ['SÉA', 'the character “É”'],
    ['SEA-क1', 'the character “क” (Devanagari)'],
    ['海-1', 'the character “海” (Chinese)'],
    ['SEA🔑1', 'the character “🔑”'],
  ])('of %j is %j', (typed, name) => {
    expect(oddCharacter(typed)).toBe(name);
  });

  it('is out of place among Latin letters only', () => {
    expect(['SEA-20Ж8', 'SEA-ν', 'ШКОЛА-1', 'SÉA', 'SEA_1', 'ЅЕА-1'].map(mixesScripts)).toEqual([
      ...[true, true],
      ...[false, false, false, false],
    ]);
  });
});
