import type { Kysely } from 'kysely';
import type { Tables } from '../tables.ts';
import type { SqliteFile } from './sqlite-file.ts';

type WithExecutor = Pick<Kysely<Tables>, 'getExecutor'>;

const files = new WeakMap<object, SqliteFile>();

/**
 * The connection that queries of `db` may use without Kysely, whose layers of promises take longer than a short query.
 * Undefined for a transaction that has ended, and for a database that is no SQLite file in this process.
 */
export const directFileOf = (db: WithExecutor): SqliteFile | undefined => files.get(db.getExecutor());

export function setDirectFile(db: WithExecutor, file: SqliteFile): void {
  files.set(db.getExecutor(), file);
}

export function removeDirectFile(db: WithExecutor): void {
  files.delete(db.getExecutor());
}
