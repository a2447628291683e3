import type Sqlite from 'better-sqlite3';
import { type MovedDatabase, parseRow, ROWS_AT_ONCE, type Row } from './rows.ts';
import { quoted, type TableShape } from './table-shape.ts';

/** A database file, which no server writes meanwhile. */
export class SqliteRows implements MovedDatabase {
  readonly #db: Sqlite.Database;

  constructor(db: Sqlite.Database) {
    this.#db = db;
  }

  async *readRows({ name, columns, key }: TableShape): AsyncGenerator<readonly Row[]> {
    const rows = this.#db
      .prepare<[], unknown[]>(`select ${quoted(columns)} from "${name}" order by ${quoted(key)}`)
      .raw()
      .iterate();
    let group: Row[] = [];
    for (const row of rows) {
      group.push(parseRow(row));
      if (group.length < ROWS_AT_ONCE) continue;
      yield group;
      group = [];
    }
    if (group.length > 0) yield group;
  }

  async insertRows({ name, columns }: TableShape, rows: readonly Row[]): Promise<void> {
    const places = columns.map(() => '?').join(', ');
    const insert = this.#db.prepare<unknown[]>(
      `insert into "${name}" (${quoted(columns)}) values (${places}) on conflict do nothing`,
    );
    this.#db.transaction(() => {
      for (const row of rows) insert.run(...row);
    })();
  }

  async countRows({ name }: TableShape): Promise<number> {
    return Number(this.#db.prepare(`select count(*) from "${name}"`).pluck().get());
  }
}
