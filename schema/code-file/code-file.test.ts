import fc from 'fast-check';
import Papa from 'papaparse';
import { describe, expect, it } from 'vitest';
import { normalizeCode } from '../learning/activation.ts';
import { ACTIVATION_CODE_MAX_CHARACTERS } from '../limits.ts';
import { anyCharacter } from '../testing/any-character.ts';
import { growthOf, LINEAR_GROWTH_MAX } from '../testing/growth.ts';
import { readCodeTable } from './code-table.ts';
import { takeCodes } from './take-codes.ts';

const now = async () => undefined;

async function read(text: string, choice: { column?: number; hasHeader?: boolean } = {}) {
  return takeCodes(await readCodeTable(text, now), choice, now);
}

describe('a file of activation codes', () => {
  it.each([
    ['one code per line', 'A-1\nA-2\n', ['A-1', 'A-2']],
    ['the first column of commas', 'A-1,alice\nA-2,bob', ['A-1', 'A-2']],
    ['the first column of tabs', 'A-1\talice\nA-2\tbob', ['A-1', 'A-2']],
    ['commas in one line and tabs in another', 'A-1,alice\nA-2\tbob', ['A-1', 'A-2']],
    ['commas in a later cell of tabs', 'A-1\tDoe, Alice\nA-2\tRoe, Bob', ['A-1', 'A-2']],
    ['Windows and old Mac line ends', 'A-1\r\nA-2\rA-3', ['A-1', 'A-2', 'A-3']],
    ['a byte-order mark', '\ufeffA-1\nA-2', ['A-1', 'A-2']],
    ['quotes', '"A-1","x"\n\'A-2', ['A-1', "'A-2"]],
    ['a comma inside quotes', '"A,1",x\nA-2', ['A,1', 'A-2']],
    ['blank lines and cells', '\n  \n,x\nA-1\n\n', ['A-1']],
    ['spaces around', '  A-1  ,x\n A-2', ['A-1', 'A-2']],
    ['nothing', '', []],
    ['nothing but a header', 'code\n', []],
    ['the semicolons of Excel', '\ufeffCode;Käufer\r\nA-1;Lena\r\nA-2;"Doe; Tom"', ['A-1', 'A-2']],
    ['semicolons before commas', 'A-1;10,50\nA-2;9,00', ['A-1', 'A-2']],
    ['semicolons in most lines', 'A-1;Lena\nA-2\nA-3;Tom', ['A-1', 'A-2', 'A-3']],
    ['a line that names the separator', 'sep=;\r\nCode;Note\r\nA-1;x', ['A-1']],
    ['another separator that is named', '"sep=|"\nA-1|x\nA-2|y', ['A-1', 'A-2']],
    [
      'line breaks in a quoted cell',
      '"Code","Note"\r\n"A-1","a note,\r\nof two lines"\r\n"A-2","b"',
      ['A-1', 'A-2'],
    ],
    ['formulas that keep zeros', '="0012"\n"=""0013"""\n=“0014”', ['0012', '0013', '=“0014”']],
    ['a quote that nothing closes', '"A-1\nA-2\nA-3', ['A-1', 'A-2', 'A-3']],
    ['quotes at the start of lines only', '"A-1\n"A-2\n"A-3', ['A-1', 'A-2', 'A-3']],
    ['words after a quoted cell', '"A-1" for Lena,x\nA-2', ['A-1', 'A-2']],
    ['a first column that is blank', ',Code\r\n,SEA-1\r\n,SEA-2\r\n', ['SEA-1', 'SEA-2']],
    ['invisible and wide characters', '\u200eA-1\nＡ－２\nA\u00ad-3', ['A-1', 'A-2', 'A-3']],
  ])('is read with %s', async (_, text, codes) => {
    expect((await read(text)).codes).toEqual(codes);
  });

  it.each(['code', 'Activation Code', 'CODES,owner', '"Id"', 'license key', '\ufeffKEY'])(
    'loses its first line %j, which looks like a header, and reports it',
    async (header) => {
      const file = await read(`${header}\nA-1`);
      expect(file.codes).toEqual(['A-1']);
      expect(file.hasHeader).toBe(true);
      expect((await read(`${header}\nA-1`, { hasHeader: false })).codes).toHaveLength(2);
    },
  );

  it.each([
    ['Gutschein', 'SEA-0001\nSEA-0002'],
    ['Código', 'ABCD-EFGH\nJKMN-PQRS'],
    ['クーポン', '0123\n4567'],
    ['رمز', 'SEA-1\nSEA-2'],
  ])('has the header %s of another language, by the shape of the codes', async (header, codes) => {
    expect(await read(`${header}\n${codes}`)).toMatchObject({ hasHeader: true, firstLine: header });
    expect((await read(`${header}\n${codes}`)).codes).toEqual(codes.split('\n'));
  });

  it('has a header although one cell of many is something else', async () => {
    const codes = Array.from({ length: 20 }, (_, at) => `SEA-${at}`);
    expect(await read(['Gutschein', ...codes, 'FREE'].join('\n'))).toMatchObject({ hasHeader: true });
    expect(await read(['HARBOUR', 'FREE', 'SEA-1', 'SEA-2'].join('\n'))).toMatchObject({ hasHeader: false });
  });

  it('loses the first line only, also when later ones look like a header', async () => {
    expect(await read('A-1\nCODE-2\nKEY-3')).toMatchObject({
      hasHeader: false,
      codes: ['A-1', 'CODE-2', 'KEY-3'],
    });
  });

  it('counts what it leaves out and what it replaces', async () => {
    const long = 'X'.repeat(ACTIVATION_CODE_MAX_CHARACTERS + 1);
    expect(await read(`A-1,x\na1,x\nA 1,x\n${long},x\n,x\n\u200eA-2,x`)).toMatchObject({
      ...{ codes: ['A-1', 'A-2'], hasHeader: false, doubts: [] },
      ...{ duplicates: 2, tooLong: 1, blank: 1, tidied: 1 },
    });
  });

  it('has another column if the admin chooses it', async () => {
    const vouchers = '"voucher_id","voucher_code","amount"\r\n"17","SEA-0001","10"\r\n"18","SEA-0002","10"';
    expect(await read(vouchers)).toMatchObject({
      ...{ codes: ['17', '18'], column: 0, suggested: 1 },
      doubts: [{ kind: 'numbers', count: 2, example: '17' }],
    });
    expect(await read(vouchers, { column: 1 })).toMatchObject({
      ...{ codes: ['SEA-0001', 'SEA-0002'], firstLine: 'voucher_code', doubts: [], suggested: null },
    });
  });

  it.each([
    ['shortened', '1.23457E+15\n1.23458E+15', '"1,2E+15";x\nA-2;y'],
    ['dates', '2026-11-02\n2026-11-03', '01.12.2026\nA-1'],
    ['dates', '1-Sep\nMAR-02', '02. Dez\nB'],
    ['names', 'Lena\nTom\nA-1', 'Lena Doe\n李 小龙'],
    ['names', 'lena@example.org\ntom@example.org', 'Jean-Luc\nO’Neil'],
    ['numbers', '1\n2\n3', '100001\n100002\n100003'],
    ['repeated', 'A-1\nA-1\nA-1', 'A-1\nA-2\nA-1\nA-1\nA-2'],
  ])('is doubtful if its codes look like %s', async (kind, ...texts) => {
    for (const text of texts) expect((await read(text)).doubts.map((doubt) => doubt.kind)).toEqual([kind]);
  });

  it.each([
    'SEA-0001\nSEA-0002',
    '482019\n118273',
    'ABCDE\nFGHIJ',
    'MARKET-24\nA',
    'SEA-2048-12\n1E4X',
    'abc-def\nghj-kmn',
  ])('is not doubtful: %j', async (text) => {
    expect((await read(text)).doubts).toEqual([]);
  });

  it.each([
    ['1;SEA-1;x\n2;SEA-2;x\n3;SEA-3;x', 1],
    ['Name,Code\nLena,SEA-1\nTom,SEA-2', 1],
    ['Order,Code\n9283746501,SEA-1\n9283746777,SEA-2', 1],
    ['School,,Key\nTides,,SEA-1\nTides,,SEA-2\nTides,,SEA-3', 2],
    ['SEA-1,WINDS-1\nSEA-2,WINDS-2', null],
    ['Code,Name\nSEA-1,Lena\nSEA-2,Tom', null],
    ['1\n2', null],
  ])('suggests the column of codes: %j', async (text, column) => {
    expect((await read(text)).suggested).toBe(column);
  });

  it('is read in turns, so that a long one does not stop the page', async () => {
    const lines = Array.from({ length: 10_000 }, (_, at) => `A-${at}`);
    let pauses = 0;
    const pause = async () => {
      pauses += 1;
    };
    const table = await readCodeTable(lines.join('\n'), pause);
    expect(pauses).toBe(10);
    expect((await takeCodes(table, {}, pause)).codes).toEqual(lines);
    expect(pauses).toBe(20);
  });

  it('is read in linear time, whatever its content', async () => {
    for (const part of [
      '"',
      '""',
      ',',
      '\t',
      ';',
      '\n',
      '"a',
      '- ',
      'a\r',
      '"\n',
      '"""\n',
      '"x""\n',
      '="',
      ' ',
    ]) {
      const grow = (characters: number) => read(part.repeat(characters / part.length));
      expect(await growthOf(200_000, grow), part).toBeLessThan(LINEAR_GROWTH_MAX);
    }
  });
});

/** Typical cells, with line breaks and separators; not blank. */
const cell = fc
  .string({
    unit: fc.constantFrom('A', 'b', '7', '-', 'é', ' ', ',', ';', '"', '\r\n', '\n', '=', "'"),
    minLength: 1,
    maxLength: 12,
  })
  .map((text) => text.trim())
  .filter((text) => normalizeCode(text) !== '');

describe('compared with a CSV library', () => {
  it('finds the same cells in any output of that library', async () => {
    const property = fc.asyncProperty(
      fc.array(fc.tuple(cell, cell), { minLength: 1, maxLength: 20 }),
      fc.constantFrom('\n', '\r\n'),
      fc.constantFrom(',', '\t', ';'),
      async (rows, newline, delimiter) => {
        const text = `sep=${delimiter}${newline}${Papa.unparse(rows, { newline, delimiter, quotes: true })}`;
        const bare = (one: string) => one.replace(/^="/, '').replaceAll('"', '').trim();
        const { rows: found } = await readCodeTable(text, now);
        expect(found).toEqual(
          rows.map((row) => row.map(bare)).filter((row) => row.some((one) => one !== '')),
        );
      },
    );
    await fc.assert(property, { numRuns: 500 });
  });

  it('returns for any text at all: no blanks, no duplicates, no code over the limit', async () => {
    const property = fc.asyncProperty(fc.string({ unit: anyCharacter, maxLength: 400 }), async (text) => {
      const { codes } = await read(text);
      const keys = codes.map(normalizeCode);
      expect(new Set(keys).size).toBe(keys.length);
      expect(keys).not.toContain('');
      for (const code of codes) {
        expect(code.length).toBeLessThanOrEqual(ACTIVATION_CODE_MAX_CHARACTERS);
        expect(code).not.toMatch(/["\r\n]/);
      }
    });
    await fc.assert(property, { numRuns: 200 });
  });
});
