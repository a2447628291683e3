/** A line of a table, which a quoted cell may continue over several lines of the file. */
export interface Row {
  readonly cells: readonly string[];
  /** What ends its first cell; null if it has one only. */
  readonly separator: string | null;
}

/**
 * The rows of a text that people and programs write as CSV. Each of the separators ends a cell. A quote that nothing
 * closes is dropped, and so cannot take the rest of the file into its cell. Linear in the length of the text.
 */
export function* readRows(text: string, separators: string): Generator<Row> {
  const readCell = cellReader(text, separators);
  let at = 0;
  while (at < text.length) {
    const cells: string[] = [];
    let separator: string | null = null;
    for (;;) {
      const { cell, end } = readCell(at);
      cells.push(cell);
      at = end + 1;
      const next = text[end];
      if (next === undefined || next === '\r' || next === '\n') break;
      separator ??= next;
    }
    if (text.startsWith('\r\n', at - 1)) at += 1;
    yield { cells, separator };
  }
}

/** Spreadsheets write `="007"` to keep a text from becoming a number. */
const OPENING = / *=?"/y;

function cellReader(text: string, separators: string) {
  const listed = [...separators].map((one) => `\\u{${one.codePointAt(0)?.toString(16)}}`).join('');
  const plain = new RegExp(`[^${listed}\\r\\n]*`, 'uy');
  const endOfQuoted = new RegExp(`\\s*?(?=[${listed}\\r\\n]|$)`, 'uy');

  const readPlain = (from: number) => {
    plain.lastIndex = from;
    const [cell = ''] = plain.exec(text) ?? [];
    return { cell: clean(cell), end: from + cell.length };
  };
  const isClosing = (quote: number) => {
    endOfQuoted.lastIndex = quote + 1;
    return endOfQuoted.test(text);
  };
  return (from: number) => {
    OPENING.lastIndex = from;
    if (!OPENING.test(text)) return readPlain(from);
    const start = OPENING.lastIndex;
    const quote = findSingleQuote(text, start);
    if (quote === null) return readPlain(from);
    const cell = text.slice(start, quote);
    if (isClosing(quote)) return { cell: clean(cell.replaceAll('""', '"')), end: endOfQuoted.lastIndex };
    // `"A-1" for Lena` ends with its quote; one of another line does not belong to this cell.
    return /[\r\n]/.test(cell) ? readPlain(from) : { cell: clean(cell), end: readPlain(quote).end };
  };
}

/** Index of the next quote that is not doubled. */
function findSingleQuote(text: string, from: number): number | null {
  let at = text.indexOf('"', from);
  while (at !== -1 && text[at + 1] === '"') at = text.indexOf('"', at + 2);
  return at === -1 ? null : at;
}

const clean = (cell: string): string => cell.trim().replace(/^="/, '').replaceAll('"', '').trim();
