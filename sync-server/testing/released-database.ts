import { readdirSync, readFileSync } from 'node:fs';
import Sqlite from 'better-sqlite3';

const FOLDER = new URL('../db/migrations/released/', import.meta.url);

/** The versions of the schema of which a database is in the repository, by their last migration. */
export const releases = readdirSync(FOLDER)
  .map((file) => file.replace('.sql', ''))
  .sort();

/** The statements that create a database of a released version, with rows in every table. */
export const readRelease = (name: string): string => readFileSync(new URL(`${name}.sql`, FOLDER), 'utf8');

/** Writes that database; its stored files have ids as a server gives. */
export function writeRelease(name: string, file: string): void {
  const db = new Sqlite(file);
  db.pragma('foreign_keys = OFF');
  const sql = readRelease(name).replaceAll(/files-id-(\d)/g, (_, number: string) => number.padStart(32, '0'));
  db.exec(`begin; ${sql} commit`);
  db.close();
}

export type Rows = Readonly<Record<string, readonly Readonly<Record<string, unknown>>[]>>;

/** Every row of every table but the migrator's. */
export function readRows(file: string): Rows {
  const db = new Sqlite(file, { readonly: true });
  const tables = db
    .prepare<[], string>("select name from sqlite_master where type = 'table' and name not like 'kysely%'")
    .pluck()
    .all();
  const rows = tables.map((table) => [table, db.prepare(`select * from "${table}" order by rowid`).all()]);
  db.close();
  return Object.fromEntries(rows);
}

/** Every table and index, as they were created. */
export function readSchema(file: string): unknown {
  const db = new Sqlite(file, { readonly: true });
  const schema = db
    .prepare("select name, sql from sqlite_master where name not like 'sqlite%' order by name")
    .all();
  db.close();
  return schema;
}
