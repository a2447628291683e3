import { hasUnstorableText } from '../db/postgres/unavailable.ts';
import type { MovedDatabase, Row } from './rows.ts';
import type { TableShape } from './table-shape.ts';

interface Move {
  readonly from: MovedDatabase;
  readonly to: MovedDatabase;
  readonly tables: readonly TableShape[];
  /** Called with a line for each table. */
  readonly onProgress: (line: string) => void;
}

/**
 * Copies all rows. Rows that are there already, from a move that was interrupted, stay: the source has not changed since,
 * because no server writes it, and `compareRows` proves it.
 */
export async function copyRows({ from, to, tables, onProgress }: Move): Promise<void> {
  for (const table of tables) {
    const count = await from.countRows(table);
    if ((await to.countRows(table)) !== count)
      for await (const rows of from.readRows(table)) await insert(to, table, rows);
    onProgress(`${table.name}: ${count} rows copied`);
  }
}

async function insert(to: MovedDatabase, table: TableShape, rows: readonly Row[]): Promise<void> {
  try {
    await to.insertRows(table, rows);
  } catch (error) {
    if (!hasUnstorableText(error)) throw error;
    const row = rows.find((values) =>
      values.some((value) => typeof value === 'string' && value.includes('\0')),
    );
    throw new Error(
      `the row ${row === undefined ? '' : keyOf(table, row)} of the table ${table.name} has a text with the character ` +
        'U+0000, which PostgreSQL does not store. The SQLite database is unchanged. Edit the text there, and run the ' +
        'command again',
      { cause: error },
    );
  }
}

/** Compares every value of every row. Throws with the first row that differs. Returns the number of rows. */
export async function compareRows({ from, to, tables, onProgress }: Move): Promise<number> {
  let all = 0;
  for (const table of tables) {
    const count = await compareTable(from, to, table);
    onProgress(`${table.name}: ${count} rows compared`);
    all += count;
  }
  return all;
}

async function compareTable(from: MovedDatabase, to: MovedDatabase, table: TableShape): Promise<number> {
  const others = singly(to.readRows(table));
  let count = 0;
  for await (const row of singly(from.readRows(table))) {
    const other = await others.next();
    if (other.done === true || !isEqual(row, other.value))
      throw new Error(
        `the row ${keyOf(table, row)} of the table ${table.name} is not the same in both databases`,
      );
    count += 1;
  }
  const extra = await others.next();
  if (extra.done !== true)
    throw new Error(
      `the table ${table.name} has the row ${keyOf(table, extra.value)} only in the new database`,
    );
  return count;
}

async function* singly(groups: AsyncIterable<readonly Row[]>): AsyncGenerator<Row> {
  for await (const group of groups) yield* group;
}

const isEqual = (a: Row, b: Row): boolean => a.every((value, i) => value === b[i]);

const keyOf = ({ columns, key }: TableShape, row: Row): string =>
  key.map((name) => String(row[columns.indexOf(name)])).join(' ');
