import type { Collection, Dexie, IndexableType, Table, TableProp, WhereClause } from 'dexie';

/*
 * Dexie's tables without the methods that write. A store outside a transaction has only these, so a write that
 * is in no transaction does not compile.
 */

type ReadingMethods = 'count' | 'each' | 'toArray';

export interface ReadTable<Row, Key>
  extends Pick<Table<Row, Key>, 'name' | 'bulkGet' | 'get' | ReadingMethods> {
  where(index: string): ReadWhere<Row, Key>;
  where(equal: Readonly<Record<string, unknown>>): ReadCollection<Row, Key>;
  filter(isWanted: (row: Row) => boolean): ReadCollection<Row, Key>;
  limit(count: number): ReadCollection<Row, Key>;
  orderBy(index: string): ReadCollection<Row, Key>;
  toCollection(): ReadCollection<Row, Key>;
}

interface ReadWhere<Row, Key> extends ReadRanges<Row, Key> {
  anyOf(keys: readonly IndexableType[]): ReadCollection<Row, Key>;
}

type RangeMethods = 'above' | 'aboveOrEqual' | 'below' | 'between' | 'equals' | 'noneOf' | 'startsWith';
type ReadRanges<Row, Key> = {
  readonly [Method in RangeMethods]: (
    ...args: Parameters<WhereClause<Row, Key>[Method]>
  ) => ReadCollection<Row, Key>;
};

interface ReadCollection<Row, Key>
  extends Pick<Collection<Row, Key>, 'first' | 'last' | 'keys' | 'primaryKeys' | 'sortBy' | ReadingMethods> {
  filter(isWanted: (row: Row) => boolean): ReadCollection<Row, Key>;
  limit(count: number): ReadCollection<Row, Key>;
  offset(count: number): ReadCollection<Row, Key>;
  reverse(): ReadCollection<Row, Key>;
}

/** The tables of a database, for reading. */
export type ReadTables<Database extends Dexie> = {
  readonly [Name in TableProp<Database>]: Database[Name] extends Table<infer Row, infer Key, infer _Insert>
    ? ReadTable<Row, Key>
    : never;
};
