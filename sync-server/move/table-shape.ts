import type Sqlite from 'better-sqlite3';

/** A table as both databases have it. */
export interface TableShape {
  readonly name: string;
  readonly columns: readonly string[];
  /** The columns of its primary key: rows are read in their order. */
  readonly key: readonly string[];
}

interface Column {
  readonly name: string;
  readonly pk: number;
}

/**
 * The tables of a database file in the current schema, those first that others refer to. Throws for a table without a
 * primary key, whose rows have no order.
 */
export function listTables(db: Sqlite.Database): TableShape[] {
  const names = db
    .prepare<[], string>(
      `select name from sqlite_master where type = 'table' and name not like 'sqlite\\_%' escape '\\'
       and name not like 'kysely\\_%' escape '\\' order by name`,
    )
    .pluck()
    .all();
  const parents = new Map(names.map((name) => [name, listParents(db, name)]));
  const ordered: string[] = [];
  const add = (name: string) => {
    if (ordered.includes(name)) return;
    for (const parent of parents.get(name) ?? []) if (parent !== name) add(parent);
    ordered.push(name);
  };
  names.forEach(add);
  return ordered.map((name) => shapeOf(db, name));
}

const listParents = (db: Sqlite.Database, table: string): string[] =>
  db.prepare<[string], string>('select "table" from pragma_foreign_key_list(?)').pluck().all(table);

function shapeOf(db: Sqlite.Database, name: string): TableShape {
  const columns = db.prepare<[string], Column>('select name, pk from pragma_table_info(?)').all(name);
  const key = columns.filter(({ pk }) => pk > 0).sort((a, b) => a.pk - b.pk);
  if (key.length === 0) throw new Error(`the table ${name} has no primary key`);
  return { name, columns: columns.map((column) => column.name), key: key.map((column) => column.name) };
}

export const quoted = (names: readonly string[]): string => names.map((name) => `"${name}"`).join(', ');
