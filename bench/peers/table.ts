/** One row of the race: a value for each contender that has one. */
export interface Row {
  readonly name: string;
  readonly unit: string;
  readonly values: ReadonlyMap<string, number>;
  readonly digits: number;
  /** Replaces the value in the table, as the rounds of the kills. */
  readonly texts?: ReadonlyMap<string, string>;
}

export const CARREL = 'Carrel';

/** The rows as a table in Markdown, ready for docs/performance.md. */
export function toTable(rows: readonly Row[], names: readonly string[]): string {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  const body = rows.map(({ name, unit, values, digits, texts }) => {
    const cells = names.map((of) => texts?.get(of) ?? values.get(of)?.toFixed(digits) ?? '–');
    return line([unit === '' ? name : `${name}, ${unit}`, ...cells]);
  });
  return [line(['', ...names]), line(['---', ...names.map(() => '--:')]), ...body].join('\n');
}
