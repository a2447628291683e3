import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline/promises';
import type Sqlite from 'better-sqlite3';
import * as v from 'valibot';
import { hashDatabase } from '../backup/hash-database.ts';

const Row = v.record(v.string(), v.union([v.string(), v.number(), v.null()]));

interface ExpectedTable {
  readonly table: string;
  readonly path: string;
  readonly rows: number;
  readonly sha256: string;
}

/** Inserts the rows of a file into a table with exactly its columns. Throws if the file is not as expected. */
export async function readTable(
  db: Sqlite.Database,
  { table, path, rows, sha256 }: ExpectedTable,
): Promise<void> {
  if ((await hashDatabase(path)) !== sha256)
    throw new Error(`${path} has other bytes than when it was written`);
  const columns = db.prepare<[string], string>('select name from pragma_table_info(?)').pluck().all(table);
  if (columns.length === 0) throw new Error(`the schema has no table ${table}`);
  const names = columns.map((name) => `"${name}"`).join(', ');
  const insert = db.prepare(
    `insert into "${table}" (${names}) values (${columns.map(() => '?').join(', ')})`,
  );
  let count = 0;
  for await (const line of createInterface({
    input: createReadStream(path),
    crlfDelay: Number.POSITIVE_INFINITY,
  })) {
    count += 1;
    const row = v.parse(Row, JSON.parse(line));
    const values = columns.flatMap((name) => (name in row ? [row[name]] : []));
    if (values.length !== columns.length || Object.keys(row).length !== columns.length)
      throw new Error(`${path}, line ${count}: the columns are not those of the table`);
    insert.run(values);
  }
  if (count !== rows) throw new Error(`${path} has ${count} rows, not ${rows}`);
}
