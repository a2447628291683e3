import { readRows } from './read-rows.ts';

/** The cells of a file of codes, without lines that are blank. */
export interface CodeTable {
  readonly rows: readonly (readonly string[])[];
  /** The number of columns. */
  readonly width: number;
}

/** So many lines take a slow device a few milliseconds. */
export const LINES_PER_TURN = 1_000;
/** Enough to see how a file is written. */
export const SAMPLE_LINES = 50;

/** Excel reads the separator from such a line, and programs that export for Excel write it. */
const SEPARATOR_LINE = /^"?sep=([^"\r\n])"?[ \t]*(?:\r\n|\r|\n|$)/i;

/**
 * Reads a CSV or TXT file: without byte order mark and `sep=` line, with cells separated by commas or tabs, or by
 * semicolons, which Excel writes where the comma is the decimal sign.
 *
 * @param pause awaited after every thousand lines: the longest file takes a slow device two seconds
 */
export async function readCodeTable(file: string, pause: () => Promise<void>): Promise<CodeTable> {
  const text = file.replace(/^\ufeff/, '');
  const named = SEPARATOR_LINE.exec(text);
  const table = named === null ? text : text.slice(named[0].length);
  const rows: (readonly string[])[] = [];
  let width = 0;
  let lines = 0;
  for (const { cells } of readRows(table, named?.[1] ?? separatorsOf(table))) {
    lines += 1;
    if (lines % LINES_PER_TURN === 0) await pause();
    if (cells.every((cell) => cell === '')) continue;
    rows.push(cells);
    width = Math.max(width, cells.length);
  }
  return { rows, width };
}

/** By what ends the first cells: a comma in a later cell does not separate the columns of a list with tabs. */
function separatorsOf(text: string): string {
  const found: string[] = [];
  let lines = 0;
  for (const { separator } of readRows(text, ';,\t')) {
    if (separator !== null) found.push(separator);
    lines += 1;
    if (lines === SAMPLE_LINES) break;
  }
  const [first = ','] = found;
  if (found.filter((one) => one === ';').length * 2 > found.length) return ';';
  return first !== ';' && found.every((one) => one === first) ? first : ',\t';
}

/** The first column, unless it is blank but for a header. */
export function firstColumn({ rows, width }: CodeTable): number {
  const below = rows.length > 1 ? rows.slice(1) : rows;
  for (let column = 0; column < width; column += 1)
    if (below.some((cells) => (cells[column] ?? '') !== '')) return column;
  return 0;
}
