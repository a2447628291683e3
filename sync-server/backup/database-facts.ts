import Sqlite from 'better-sqlite3';
import { thumbnailNames } from '../media-store/stored-names.ts';

/** A file that a database names, by its path in the data folder and in a backup. */
export interface NamedFile {
  readonly path: string;
  /** Null for thumbnails: their rows state neither size nor digest. */
  readonly sizeBytes: number | null;
  readonly digest: string | null;
}

/** Facts that a backup records of its database, for comparison. */
export interface DatabaseFacts {
  /** The last migration. */
  readonly migration: string;
  readonly epoch: string | null;
  /** The number of the last change. */
  readonly sequence: number;
  /** Rows by table. */
  readonly tables: Readonly<Record<string, number>>;
}

/** Opens a database that exists for reading only, also while a server writes it. Throws when it is none. */
export function openToRead(file: string): Sqlite.Database {
  const db = new Sqlite(file, { readonly: true, fileMustExist: true, timeout: 5_000 });
  db.pragma('query_only = ON');
  return db;
}

export function readFacts(db: Sqlite.Database): DatabaseFacts {
  const one = (sql: string) => db.prepare<[], string | number>(sql).pluck().get();
  const tables = countRows(db);
  // The databases of early versions have no epochs.
  const epoch = 'epochs' in tables ? one('select epoch from epochs order by number desc limit 1') : undefined;
  return {
    migration: String(one('select name from kysely_migration order by name desc limit 1') ?? ''),
    epoch: epoch === undefined ? null : String(epoch),
    sequence: Number(one("select value from counters where name = 'changes'") ?? 0),
    tables,
  };
}

function countRows(db: Sqlite.Database): Record<string, number> {
  const names = db
    .prepare<[], { name: string }>(
      "select name from sqlite_master where type = 'table' and name not like 'sqlite\\_%' escape '\\' order by name",
    )
    .all();
  const count = (name: string) =>
    db.prepare<[], { count: number }>(`select count(*) as count from "${name}"`).get()?.count ?? 0;
  return Object.fromEntries(names.map(({ name }) => [name, count(name)]));
}

/** The files that rows name: videos, documents and captions, and both widths of thumbnails. */
export function listNamedFiles(db: Sqlite.Database): NamedFile[] {
  const files = db
    .prepare<[], { id: string; sizeBytes: number; digest: string }>(
      'select id, sizeBytes, digest from files order by id',
    )
    .all();
  const covers = db
    .prepare<[], { thumbnail: string }>(
      'select distinct thumbnail from courses where thumbnail is not null order by thumbnail',
    )
    .all();
  return [
    ...files.map(({ id, sizeBytes, digest }) => ({ path: `media/${id}`, sizeBytes, digest })),
    ...covers.flatMap(({ thumbnail }) =>
      thumbnailNames(thumbnail).map((path) => ({ path, sizeBytes: null, digest: null })),
    ),
  ];
}

const PLAIN_PATH = /^(?:media\/[0-9a-f]{32}|thumbnails\/[A-Za-z0-9_-]+\.webp)$/;

/** Refuses rows of a foreign database that would lead out of the folder. */
export function requirePlainPaths(files: readonly NamedFile[]): NamedFile[] {
  const other = files.find(({ path }) => !PLAIN_PATH.test(path));
  if (other !== undefined)
    throw new Error(`a row names the file ${JSON.stringify(other.path)}, which no server does`);
  return [...files];
}

/** Problems of the file itself: damaged pages and indexes, and rows that refer to missing ones. */
export function findDamage(db: Sqlite.Database): string[] {
  const integrity = db.prepare<[], { integrity_check: string }>('pragma integrity_check(20)').all();
  const damage = integrity.map((row) => row.integrity_check).filter((text) => text !== 'ok');
  const references = db
    .prepare<[], { table: string; parent: string; count: number }>(
      'select "table", parent, count(*) as count from pragma_foreign_key_check group by 1, 2',
    )
    .all();
  return [
    ...damage,
    ...references.map(
      ({ table, parent, count }) => `${count} rows of ${table} refer to missing rows of ${parent}`,
    ),
  ];
}
