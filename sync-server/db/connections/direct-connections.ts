import type { CompiledQuery, Kysely, QueryResult } from 'kysely';
import type { Tables } from '../tables.ts';

type WithExecutor = Pick<Kysely<Tables>, 'getExecutor'>;

/** A connection that runs compiled queries without Kysely, whose layers of promises take longer than a short query. */
export interface DirectConnection {
  run<Row>(query: CompiledQuery<Row>): QueryResult<Row> | Promise<QueryResult<Row>>;
  /**
   * Sends a write whose result is not needed. Later queries of the transaction see it. If it fails, they fail, and
   * `settle` rejects. On a connection without this method, writes are run like other queries.
   */
  send?(query: CompiledQuery): void;
  /** Resolves when every write that was sent is done; rejects with the error of the first one that failed. */
  settle?(): Promise<void>;
}

const connections = new WeakMap<object, DirectConnection>();

/** Undefined for a transaction that has ended, and for a database that has no such connection. */
export const directConnectionOf = (db: WithExecutor): DirectConnection | undefined =>
  connections.get(db.getExecutor());

export function setDirectConnection(db: WithExecutor, connection: DirectConnection): void {
  connections.set(db.getExecutor(), connection);
}

export function removeDirectConnection(db: WithExecutor): void {
  connections.delete(db.getExecutor());
}
