import fc from 'fast-check';
import Papa from 'papaparse';
import { describe, expect, it } from 'vitest';
import { anyCharacter } from '../testing/any-character.ts';
import { growthOf, LINEAR_GROWTH_MAX } from '../testing/growth.ts';
import { CSV_START, csvFile, csvLine } from './csv.ts';

const read = (file: string) =>
  Papa.parse<string[]>(file.replace(/\r\n$/, ''), { delimiter: ',', newline: '\r\n' }).data;
const FORMULA_STARTS = [
  '=',
  '+',
  '-',
  '@',
  '\t',
  '\r',
  '\n',
  '\0',
  '＝',
  '＋',
  '－',
  '＠',
  '﹦',
  '﹢',
  '﹣',
  '﹫',
];

/** Texts of which many begin like a formula, after blanks and quotes too. */
const text = fc.oneof(
  fc.string({ unit: anyCharacter, maxLength: 20 }),
  fc
    .array(
      fc.constantFrom(
        ...FORMULA_STARTS,
        ' ',
        '\u00a0',
        '\u3000',
        '\u200b',
        '\ufeff',
        '"',
        ',',
        "'",
        'a',
        '1',
      ),
      {
        maxLength: 8,
      },
    )
    .map((parts) => parts.join('')),
);

/** Whether a cell that was read is the text that was written, and no formula; an apostrophe may be before it. */
const isSafe = (cell: string, written: string | undefined): boolean =>
  (cell === written || cell === `'${written}`) &&
  !FORMULA_STARTS.includes(cell.trim().charAt(0)) &&
  !FORMULA_STARTS.includes(cell.charAt(0));

describe('a CSV file', () => {
  it('begins with a byte order mark and ends each line with CRLF', () => {
    const file = csvFile([
      ['Code', 'Uses'],
      ['AB-1', 3],
    ]);
    expect(file).toBe('\ufeffCode,Uses\r\nAB-1,3\r\n');
    expect(csvFile([])).toBe(CSV_START);
  });

  it.each([
    ['a comma', 'a,b', '"a,b"'],
    ['a quote', 'a "b"', '"a ""b"""'],
    ['a line break', 'a\nb', '"a\nb"'],
    ['a carriage return', 'a\rb', '"a\rb"'],
    ['nothing special', 'ä 🔑', 'ä 🔑'],
    ['no text', '', ''],
    ['no value', null, ''],
    ['a negative number', -1.5, '-1.5'],
  ])('writes a cell with %s', (_, cell, written) => {
    expect(csvLine([cell])).toBe(`${written}\r\n`);
  });

  it.each(FORMULA_STARTS)(
    'puts an apostrophe before a text that begins with %j, also after blanks',
    (start) => {
      for (const blanks of ['', ' ', '\u00a0 ', '\u3000', '\u200b', '\ufeff', '\u0001'])
        expect(read(csvLine([`${blanks}${start}1`, 'next']))).toEqual([[`'${blanks}${start}1`, 'next']]);
    },
  );

  it.each(["it's", 'a=b', '1-2', 'a@b.c', '(=1)', "'=1", '', ' '])('leaves %j as it is', (harmless) => {
    expect(read(csvLine([harmless, '']))).toEqual([[harmless, '']]);
  });

  it('is read by a CSV library as it was written, and no cell begins a formula', () => {
    const table = fc.array(fc.array(text, { minLength: 2, maxLength: 4 }), { minLength: 1, maxLength: 5 });
    fc.assert(
      fc.property(table, (rows) => {
        const [header, ...cells] = read(csvFile([['first'], ...rows]));
        expect(header).toEqual(['first']);
        expect(cells.map((row) => row.length)).toEqual(rows.map((row) => row.length));
        // One assertion for all cells: an assertion for each takes longer than what it checks.
        expect(
          cells.flatMap((row, at) => row.filter((cell, column) => !isSafe(cell, rows[at]?.[column]))),
        ).toEqual([]);
      }),
      { numRuns: 500 },
    );
  });

  it('is written in linear time, whatever the texts', async () => {
    for (const part of ['"', ' ', '\t', '\u200b', '=', 'a'])
      expect(await growthOf(300_000, async (length) => csvLine([part.repeat(length)])), part).toBeLessThan(
        LINEAR_GROWTH_MAX,
      );
  });
});
