import type { Kysely } from 'kysely';
import type { Tables } from '../tables.ts';
import type { SqliteFile } from './sqlite-file.ts';

type WithExecutor = Pick<Kysely<Tables>, 'getExecutor'>;

/** Compiled queries run on them without Kysely, whose layers of promises take longer than a short query. */
const connections = new WeakMap<object, SqliteFile>();

/** Undefined for a transaction that has ended, and on PostgreSQL. */
export const directConnectionOf = (db: WithExecutor): SqliteFile | undefined =>
  connections.get(db.getExecutor());

export function setDirectConnection(db: WithExecutor, connection: SqliteFile): void {
  connections.set(db.getExecutor(), connection);
}

export function removeDirectConnection(db: WithExecutor): void {
  connections.delete(db.getExecutor());
}
