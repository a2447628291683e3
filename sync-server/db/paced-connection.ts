import type { CompiledQuery, DatabaseConnection, QueryResult } from 'kysely';
import { letOthersIn } from '../next-turn.ts';

/**
 * A connection whose queries run at once, on this thread, but not all in one turn of the event loop: neither a
 * transaction of many commands nor one that writes a long text several times keeps everybody waiting. A transaction
 * stays open meanwhile: others that need the database wait for the connection as before.
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
