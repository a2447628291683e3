import * as v from 'valibot';
import type { TableShape } from './table-shape.ts';

/** The values of a row, in the order of the table's columns. */
export type Row = readonly (string | number | null)[];

const Values = v.array(v.union([v.string(), v.number(), v.null()]));

/** Parses the values that a database returned. */
export const parseRow = (values: unknown): Row => v.parse(Values, values);

/** One side of a move: a whole database in the current schema. */
export interface MovedDatabase {
  /** All rows of a table in the order of its key, in groups. */
  readRows(table: TableShape): AsyncIterable<readonly Row[]>;
  /** Inserts rows that the table does not have; those that it has stay as they are. */
  insertRows(table: TableShape, rows: readonly Row[]): Promise<void>;
  countRows(table: TableShape): Promise<number>;
}

/** Rows that are read or inserted at once. */
export const ROWS_AT_ONCE = 500;
