import type { CompiledQuery, DatabaseConnection, QueryResult } from 'kysely';
import { letOthersIn } from '../turns/next-turn.ts';

/**
 * A connection whose queries run synchronously on this thread, but not all in one turn of the event loop, so neither
 * a transaction of many commands nor one that writes a long text several times delays other requests. The
 * transaction stays open between the turns: requests that need the database still wait for the connection.
 */
export class PacedConnection implements DatabaseConnection {
  readonly #inner: DatabaseConnection;

  constructor(inner: DatabaseConnection) {
    this.#inner = inner;
  }

  async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    await letOthersIn();
    return this.#inner.executeQuery<R>(query);
  }

  streamQuery<R>(query: CompiledQuery, chunkSize?: number): AsyncIterableIterator<QueryResult<R>> {
    return this.#inner.streamQuery<R>(query, chunkSize);
  }
}
