import type { CompiledQuery, DatabaseConnection, QueryResult } from 'kysely';
import { untilNextTurn } from '../next-turn.ts';

/** Queries go on for so long without letting anybody else have a turn; one that has begun is not cut off. */
const TURN_MAX_MS = 10;

/**
 * A connection whose queries run at once, on this thread, but in turns of the event loop: after ten milliseconds the
 * next one waits until what else has arrived was served. So neither a transaction of many commands nor one that
 * writes a long text several times keeps everybody waiting. Its transaction goes on meanwhile: others that need the
 * database wait for the connection as before.
 */
export class PacedConnection implements DatabaseConnection {
  readonly #inner: DatabaseConnection;
  /** When the first query of this turn began; undefined as long as there was none. */
  #turnStartedMs: number | undefined;

  constructor(inner: DatabaseConnection) {
    this.#inner = inner;
  }

  async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    if (this.#turnStartedMs !== undefined && performance.now() - this.#turnStartedMs > TURN_MAX_MS) {
      await untilNextTurn();
    }
    this.#noteTurn();
    return this.#inner.executeQuery<R>(query);
  }

  streamQuery<R>(query: CompiledQuery, chunkSize?: number): AsyncIterableIterator<QueryResult<R>> {
    return this.#inner.streamQuery<R>(query, chunkSize);
  }

  #noteTurn(): void {
    if (this.#turnStartedMs !== undefined) return;
    this.#turnStartedMs = performance.now();
    setImmediate(() => {
      this.#turnStartedMs = undefined;
    });
  }
}
