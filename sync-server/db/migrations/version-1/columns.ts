import type { ColumnDefinitionBuilder } from 'kysely';

type Column = (column: ColumnDefinitionBuilder) => ColumnDefinitionBuilder;

export const key: Column = (column) => column.primaryKey();

/** The id of the row of another table with which this row is removed. */
export const keyOf =
  (row: string): Column =>
  (column) =>
    column.notNull().primaryKey().references(row).onDelete('cascade');

export const required: Column = (column) => column.notNull();

export const defaultsTo =
  (value: string | number): Column =>
  (column) =>
    column.notNull().defaultTo(value);

/** The row of a table that this row goes with: it is removed together with it. */
export const partOf =
  (row: string): Column =>
  (column) =>
    column.notNull().references(row).onDelete('cascade');

/** A row that this row outlives. */
export const mentions =
  (row: string): Column =>
  (column) =>
    column.references(row).onDelete('set null');
