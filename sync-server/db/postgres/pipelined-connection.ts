import type { CompiledQuery, DatabaseConnection, QueryResult } from 'kysely';
import type { DirectConnection } from '../connections/direct-connections.ts';

/** After more writes than this, the next query waits for their replies, which occupy memory until then. */
const SENT_MAX = 500;

/**
 * The connection of a transaction, on which each query that is waited for is a round trip. The server runs queries in the
 * order in which they were sent, so those that read see the writes that were sent before. After a failed write it refuses
 * all others of the transaction, or of the savepoint: nothing can be committed without it.
 */
export class PipelinedConnection implements DirectConnection {
  readonly #connection: DatabaseConnection;
  #sent: Promise<unknown>[] = [];

  constructor(connection: DatabaseConnection) {
    this.#connection = connection;
  }

  async run<Row>(query: CompiledQuery<Row>): Promise<QueryResult<Row>> {
    if (this.#sent.length > SENT_MAX) await this.settle();
    return this.#connection.executeQuery<Row>(query);
  }

  send(query: CompiledQuery): void {
    const result = this.#connection.executeQuery(query);
    // `settle` reports it.
    result.catch(() => undefined);
    this.#sent.push(result);
  }

  async settle(): Promise<void> {
    const sent = this.#sent;
    this.#sent = [];
    const results = await Promise.allSettled(sent);
    const failed = results.find(({ status }) => status === 'rejected');
    if (failed?.status === 'rejected') throw failed.reason;
  }
}
