import { tidyCode } from '../activation/code-text.ts';
import { normalizeCode } from '../learning/activation.ts';
import { ACTIVATION_CODE_MAX_CHARACTERS } from '../limits.ts';
import { type CodeTable, firstColumn, LINES_PER_TURN, SAMPLE_LINES } from './code-table.ts';
import { type Doubt, Doubts } from './find-doubts.ts';

/** What is taken from a file of codes. */
export interface TakenCodes {
  readonly codes: readonly string[];
  readonly column: number;
  /** The first cell of the column. */
  readonly firstLine: string;
  /** Whether the first line is a header, and so no code. */
  readonly hasHeader: boolean;
  /** Lines that are left out, by the reason. */
  readonly blank: number;
  readonly duplicates: number;
  readonly tooLong: number;
  /** Codes with characters that were replaced or removed. */
  readonly tidied: number;
  readonly doubts: readonly Doubt[];
  /** The column that seems to have the codes, if it is another; null without one. */
  readonly suggested: number | null;
}

/** Without `column` the first one, without `hasHeader` by what the first line looks like. */
export interface CodeChoice {
  readonly column?: number;
  readonly hasHeader?: boolean;
}

export async function takeCodes(
  table: CodeTable,
  choice: CodeChoice,
  pause: () => Promise<void>,
): Promise<TakenCodes> {
  const { column = firstColumn(table) } = choice;
  const { hasHeader = hasHeaderAt(table, column) } = choice;
  const { rows } = table;
  const seen = new Map<string, string>();
  const counts = { blank: 0, duplicates: 0, tooLong: 0, tidied: 0 };
  const found = new Doubts();
  for (const [at, cells] of rows.entries()) {
    if (at % LINES_PER_TURN === LINES_PER_TURN - 1) await pause();
    if (at === 0 && hasHeader) continue;
    const code = addCode(cells[column] ?? '', seen, counts);
    if (code !== null) found.note(code);
  }
  const codes = [...seen.values()];
  const doubts = found.list(counts.duplicates);
  const suggested = suggestColumn(table, column, doubts.length > 0 || codes.length === 0);
  return { codes, column, firstLine: cellAt(table, 0, column), hasHeader, ...counts, doubts, suggested };
}

type Counts = { -readonly [Name in 'blank' | 'duplicates' | 'tooLong' | 'tidied']: number };

/**
 * @param seen the codes so far, by their normalised form
 * @returns the code, unless it is left out
 */
function addCode(cell: string, seen: Map<string, string>, counts: Counts): string | null {
  const code = tidyCode(cell);
  const key = normalizeCode(code);
  if (key === '') counts.blank += 1;
  else if (code.length > ACTIVATION_CODE_MAX_CHARACTERS) counts.tooLong += 1;
  else if (seen.has(key)) counts.duplicates += 1;
  else {
    seen.set(key, code);
    if (key !== normalizeCode(cell)) counts.tidied += 1;
    return code;
  }
  return null;
}

const cellAt = ({ rows }: CodeTable, row: number, column: number): string => rows[row]?.[column] ?? '';

/** Cells of a column that are not blank, below the first line. */
const sampleOf = ({ rows }: CodeTable, column: number): string[] =>
  rows.slice(1, SAMPLE_LINES).flatMap((cells) => cells[column] || []);

/** The specification's rule first, then shapes, which need no word of any language. */
function hasHeaderAt(table: CodeTable, column: number): boolean {
  return [firstColumn(table), column].some(
    (one) => /code|id|key/i.test(cellAt(table, 0, one)) || resemblesHeader(table, one),
  );
}

function resemblesHeader(table: CodeTable, column: number): boolean {
  const first = cellAt(table, 0, column);
  const others = sampleOf(table, column);
  if (first === '' || /\p{N}/u.test(first) || others.length < 2) return false;
  if (isMost(others, (cell) => /\p{N}/u.test(cell))) return true;
  const shape = shapeOf(others[0] ?? '');
  return shapeOf(first) !== shape && isMost(others, (cell) => shapeOf(cell) === shape);
}

/** One cell of many may be something else. */
const isMost = (cells: readonly string[], test: (cell: string) => boolean): boolean =>
  cells.filter(test).length >= cells.length * 0.9;

const shapeOf = (cell: string): string => cell.replace(/[\p{L}\p{N}]/gu, 'x');

/** @param isDoubtful whether the chosen column has no codes, or others than it should */
function suggestColumn(table: CodeTable, chosen: number, isDoubtful: boolean): number | null {
  const clean = Array.from({ length: table.width }, (_, column) => column).filter(
    (column) => column !== chosen && isClean(table, column),
  );
  const isNamed = (column: number) => /code/i.test(cellAt(table, 0, column));
  const named = clean.find(isNamed);
  if (named !== undefined && !isNamed(chosen)) return named;
  return isDoubtful ? (named ?? clean[0] ?? null) : null;
}

/** Whether a column has different values in most lines, and they look like codes. */
function isClean(table: CodeTable, column: number): boolean {
  const cells = sampleOf(table, column);
  const different = new Set(cells);
  const lines = Math.min(table.rows.length, SAMPLE_LINES) - 1;
  if (different.size === 0 || different.size < cells.length || cells.length * 2 <= lines) return false;
  const doubts = new Doubts();
  for (const cell of cells) doubts.note(cell);
  return doubts.list(0).length === 0;
}
