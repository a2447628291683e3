import fc from 'fast-check';
import Papa from 'papaparse';
import { describe, expect, it } from 'vitest';
import { ACTIVATION_CODE_MAX_CHARACTERS } from '../limits.ts';
import { growthOf, LINEAR_GROWTH_MAX } from '../testing/growth.ts';
import { normalizeCode } from './activation.ts';
import { parseCodeFile } from './codes.ts';

describe('a file of activation codes', () => {
  it.each([
    ['one code per line', 'A-1\nA-2\n', ['A-1', 'A-2']],
    ['the first column of commas', 'A-1,alice\nA-2,bob', ['A-1', 'A-2']],
    ['the first column of tabs', 'A-1\talice\nA-2\tbob', ['A-1', 'A-2']],
    ['Windows and old Mac line ends', 'A-1\r\nA-2\rA-3', ['A-1', 'A-2', 'A-3']],
    ['a byte-order mark', '\ufeffA-1\nA-2', ['A-1', 'A-2']],
    ['quotes', '"A-1","x"\n\'A-2', ['A-1', "'A-2"]],
    ['a comma inside quotes', '"A,1",x\nA-2', ['A,1', 'A-2']],
    ['blank lines and cells', '\n  \n,x\nA-1\n\n', ['A-1']],
    ['spaces around', '  A-1  ,x\n\tA-2', ['A-1', 'A-2']],
    ['nothing', '', []],
    ['nothing but a header', 'code\n', []],
  ])('is read with %s', (_, text, codes) => {
    expect(parseCodeFile(text).codes).toEqual(codes);
  });

  it.each(['code', 'Activation Code', 'CODES,owner', '"Id"', 'license key', '\ufeffKEY'])(
    'loses its first line %j, which looks like a header, and reports it',
    (header) => {
      const file = parseCodeFile(`${header}\nA-1`);
      expect(file.codes).toEqual(['A-1']);
      expect(file.header).not.toBeNull();
    },
  );

  it('loses the first line only, also when later ones look like a header', () => {
    expect(parseCodeFile('A-1\nCODE-2\nKEY-3')).toMatchObject({
      header: null,
      codes: ['A-1', 'CODE-2', 'KEY-3'],
    });
  });

  it('counts what it omits: duplicates in any spelling, and codes that are too long', () => {
    const long = 'X'.repeat(ACTIVATION_CODE_MAX_CHARACTERS + 1);
    expect(parseCodeFile(`A-1\na1\nA 1\n${long}\nA-2`)).toEqual({
      codes: ['A-1', 'A-2'],
      header: null,
      duplicates: 2,
      tooLong: 1,
    });
  });

  it('is read in linear time, whatever its content', async () => {
    for (const part of ['"', '""', ',', '\t', '\n', '"a', '- ', 'a\r', '"\n']) {
      const read = (characters: number) => parseCodeFile(part.repeat(characters / part.length));
      expect(await growthOf(300_000, read), part).toBeLessThan(LINEAR_GROWTH_MAX);
    }
  });
});

/** Typical cells: no line breaks inside, not blank, no header among them. */
const cell = fc
  .string({ unit: 'grapheme', minLength: 1, maxLength: 30 })
  .map((text) => text.replace(/[\r\n\t\u2028\u2029]/g, '').trim())
  .filter((text) => normalizeCode(text) !== '' && !/["\ufeff]/.test(text) && !/code|id|key/i.test(text));
const rows = fc.array(
  fc.tuple(
    cell,
    fc.string({ maxLength: 8 }).map((text) => text.replace(/[\r\n"]/g, '')),
  ),
  {
    minLength: 1,
    maxLength: 20,
  },
);

describe('compared with a CSV library', () => {
  it('finds the same first column in any output of that library', () => {
    const property = fc.property(
      rows,
      fc.constantFrom('\n', '\r\n'),
      fc.boolean(),
      (table, newline, quotes) => {
        const text = Papa.unparse(table, { newline, quotes });
        const column = Papa.parse<string[]>(text, { delimiter: ',' }).data.map(([first = '']) =>
          first.trim(),
        );
        const expected = new Map(column.map((code) => [normalizeCode(code), code] as const).reverse());
        const { codes } = parseCodeFile(text);
        expect(new Set(codes.map(normalizeCode))).toEqual(new Set(expected.keys()));
        for (const code of codes) expect(expected.get(normalizeCode(code))).toBe(code);
      },
    );
    fc.assert(property, { numRuns: 500 });
  });

  it('returns for any text at all: no blanks, no duplicates, no code over the limit', () => {
    const property = fc.property(fc.string({ unit: 'binary', maxLength: 400 }), (text) => {
      const { codes } = parseCodeFile(text);
      const keys = codes.map(normalizeCode);
      expect(new Set(keys).size).toBe(keys.length);
      expect(keys).not.toContain('');
      for (const code of codes) {
        expect(code.length).toBeLessThanOrEqual(ACTIVATION_CODE_MAX_CHARACTERS);
        expect(code).not.toMatch(/["\r\n]/);
      }
    });
    fc.assert(property, { numRuns: 500 });
  });
});
