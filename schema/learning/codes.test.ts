import fc from 'fast-check';
import Papa from 'papaparse';
import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { ACTIVATION_CODE_MAX_CHARACTERS, CODE_LIST_MAX } from '../limits.ts';
import { growthOf, LINEAR_GROWTH_MAX } from '../testing/growth.ts';
import { normalizeCode } from './activation.ts';
import { parseCodeFile as parseInTurns, QueuedCodes, UploadCodesInput } from './codes.ts';

const parseCodeFile = (text: string) => parseInTurns(text, async () => undefined);

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
  ])('is read with %s', async (_, text, codes) => {
    expect((await parseCodeFile(text)).codes).toEqual(codes);
  });

  it.each(['code', 'Activation Code', 'CODES,owner', '"Id"', 'license key', '\ufeffKEY'])(
    'loses its first line %j, which looks like a header, and reports it',
    async (header) => {
      const file = await parseCodeFile(`${header}\nA-1`);
      expect(file.codes).toEqual(['A-1']);
      expect(file.header).not.toBeNull();
    },
  );

  it('loses the first line only, also when later ones look like a header', async () => {
    expect(await parseCodeFile('A-1\nCODE-2\nKEY-3')).toMatchObject({
      header: null,
      codes: ['A-1', 'CODE-2', 'KEY-3'],
    });
  });

  it('counts what it omits: duplicates in any spelling, and codes that are too long', async () => {
    const long = 'X'.repeat(ACTIVATION_CODE_MAX_CHARACTERS + 1);
    expect(await parseCodeFile(`A-1\na1\nA 1\n${long}\nA-2`)).toEqual({
      codes: ['A-1', 'A-2'],
      header: null,
      duplicates: 2,
      tooLong: 1,
    });
  });

  it('is read in turns, so that a long one does not stop the page', async () => {
    const lines = Array.from({ length: 10_000 }, (_, at) => `A-${at}`);
    let pauses = 0;
    const { codes } = await parseInTurns(lines.join('\n'), async () => {
      pauses += 1;
    });
    expect(codes).toEqual(lines);
    expect(pauses).toBe(10);
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
  it('finds the same first column in any output of that library', async () => {
    const property = fc.asyncProperty(
      rows,
      fc.constantFrom('\n', '\r\n'),
      fc.boolean(),
      async (table, newline, quotes) => {
        const text = Papa.unparse(table, { newline, quotes });
        const column = Papa.parse<string[]>(text, { delimiter: ',' }).data.map(([first = '']) =>
          first.trim(),
        );
        const expected = new Map(column.map((code) => [normalizeCode(code), code] as const).reverse());
        const { codes } = await parseCodeFile(text);
        expect(new Set(codes.map(normalizeCode))).toEqual(new Set(expected.keys()));
        for (const code of codes) expect(expected.get(normalizeCode(code))).toBe(code);
      },
    );
    await fc.assert(property, { numRuns: 500 });
  });

  it('returns for any text at all: no blanks, no duplicates, no code over the limit', async () => {
    const property = fc.asyncProperty(fc.string({ unit: 'binary', maxLength: 400 }), async (text) => {
      const { codes } = await parseCodeFile(text);
      const keys = codes.map(normalizeCode);
      expect(new Set(keys).size).toBe(keys.length);
      expect(keys).not.toContain('');
      for (const code of codes) {
        expect(code.length).toBeLessThanOrEqual(ACTIVATION_CODE_MAX_CHARACTERS);
        expect(code).not.toMatch(/["\r\n]/);
      }
    });
    await fc.assert(property, { numRuns: 500 });
  });
});

describe('the codes of a queued command', () => {
  const longest = 'X'.repeat(ACTIVATION_CODE_MAX_CHARACTERS);

  it.each([
    [['A-1']],
    [[longest, '']],
    [[]],
    [[`${longest}X`]],
    [['A-1', 1]],
    [Array.from({ length: CODE_LIST_MAX + 1 }, () => 'A')],
    ['A-1'],
    [null],
  ])('are valid if the server would accept them (%#)', (codes) => {
    const isValid = v.safeParse(UploadCodesInput, { codes }).success;
    expect(v.safeParse(QueuedCodes, codes).success).toBe(isValid);
  });
});
