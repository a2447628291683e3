import { type CompiledQuery, type DatabaseConnection, type QueryResult, SelectQueryNode } from 'kysely';
import { letOthersIn } from '#sync-server/turns/next-turn.ts';
import type { ExclusiveFile } from './exclusive-file.ts';
import type { SqliteFile } from './sqlite-file.ts';

/** The connections to one database file. */
export interface Connections {
  readonly writer: ExclusiveFile;
  /** Reads single queries, each of which sees the last commit. No query waits for another. */
  readonly reader: SqliteFile;
  /** For transactions that read on one snapshot, which would stay the snapshot of all reads of the reader. */
  readonly snapshots: ExclusiveFile;
}

/**
 * The connection of a query or a transaction of Kysely. A transaction has a connection of its own from its begin to its
 * end. Outside of transactions, queries that select read the last commit, also while a transaction is under way;
 * any other query waits for the writer.
 *
 * Queries run synchronously, but not all in one turn of the event loop, so neither a transaction of many commands nor
 * one that writes a long text several times delays other requests. A transaction stays open between the turns.
 */
export class RoutedConnection implements DatabaseConnection {
  readonly #connections: Connections;
  #held: ExclusiveFile | null = null;

  constructor(connections: Connections) {
    this.#connections = connections;
  }

  /** Waits for the connection of a transaction. */
  async hold(kind: 'writer' | 'snapshots'): Promise<SqliteFile> {
    const held = this.#connections[kind];
    await held.hold();
    this.#held = held;
    return held.file;
  }

  /** The connection of the transaction; null outside of one. */
  get file(): SqliteFile | null {
    return this.#held?.file ?? null;
  }

  release(): void {
    this.#held?.release();
    this.#held = null;
  }

  async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    await letOthersIn();
    if (this.#held !== null) return this.#held.file.run<R>(query);
    if (SelectQueryNode.is(query.query)) return this.#connections.reader.run<R>(query);
    await this.hold('writer');
    try {
      return this.#connections.writer.file.run<R>(query);
    } finally {
      this.release();
    }
  }

  streamQuery(): never {
    throw new Error('Rows are read in pages, not as a stream');
  }
}
