/** A text, a number as it is, or nothing. */
export type CsvCell = string | number | null;

/** The byte order mark at the start of a file, without which Excel reads UTF-8 as another encoding. */
export const CSV_START = '\ufeff';

const LINE_END = '\r\n';
const NEEDS_QUOTES = /[",\r\n]/;

/**
 * Spreadsheets run a text that begins with one of these as a formula, also after blanks and invisible characters, and
 * in the wide and small forms that input methods write. Tab, line ends and NUL may be dropped before they look.
 */
const BEGINS_FORMULA = /^[\s\p{Z}\p{Cc}\p{Cf}]*[=+\-@\t\r\n\0＝＋－＠﹦﹢﹣﹫]/u;

/** One line of a CSV file by RFC 4180, with its line end. Texts that a spreadsheet would run are made harmless. */
export function csvLine(cells: readonly CsvCell[]): string {
  return cells.map(writeCell).join(',') + LINE_END;
}

/** A whole CSV file by RFC 4180, as UTF-8 text with byte order mark and CRLF; the first row is the header. */
export function csvFile(rows: Iterable<readonly CsvCell[]>): string {
  let text = CSV_START;
  for (const row of rows) text += csvLine(row);
  return text;
}

function writeCell(cell: CsvCell): string {
  if (cell === null) return '';
  if (typeof cell === 'number') return String(cell);
  const text = withoutFormula(cell);
  return NEEDS_QUOTES.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** With an apostrophe before a formula: spreadsheets show the text then and do not run it. */
function withoutFormula(text: string): string {
  return BEGINS_FORMULA.test(text) ? `'${text}` : text;
}
