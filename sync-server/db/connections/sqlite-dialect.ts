import { setTimeout as wait } from 'node:timers/promises';
import Sqlite from 'better-sqlite3';
import {
  CompiledQuery,
  type DatabaseConnection,
  type Driver,
  SqliteAdapter,
  SqliteDialect,
  type TransactionSettings,
} from 'kysely';
import { type Connections, RoutedConnection } from './routed-connection.ts';
import type { SqliteFile } from './sqlite-file.ts';

export const BUSY_TIMEOUT_MS = 5_000;
const BUSY_PAUSE_MS = 5;

const beginImmediate = CompiledQuery.raw('begin immediate');
const begin = CompiledQuery.raw('begin');
const commit = CompiledQuery.raw('commit');
const rollBack = CompiledQuery.raw('rollback');
const doNotWait = CompiledQuery.raw('pragma busy_timeout = 0');
const waitAgain = CompiledQuery.raw(`pragma busy_timeout = ${BUSY_TIMEOUT_MS}`);

/**
 * Kysely begins transactions deferred; one that reads first and writes later then fails at once with
 * SQLITE_BUSY when another connection wrote in between, regardless of the busy timeout. So all our
 * transactions begin as writers, except those declared read-only.
 *
 * While another connection holds the write lock, the wait happens here and not inside SQLite, whose waiting
 * blocks the whole process, including the transaction it waits for when that is one of ours.
 */
class ImmediateDriver implements Driver {
  readonly #connections: Connections;
  readonly #onCommit: () => void;

  constructor({ connections, onCommit }: SqliteParts) {
    this.#connections = connections;
    this.#onCommit = onCommit;
  }

  async init(): Promise<void> {}

  async acquireConnection(): Promise<RoutedConnection> {
    return new RoutedConnection(this.#connections);
  }

  async releaseConnection(connection: DatabaseConnection): Promise<void> {
    routed(connection).release();
  }

  async beginTransaction(connection: DatabaseConnection, settings: TransactionSettings): Promise<void> {
    if (settings.accessMode === 'read only') {
      const snapshot = await routed(connection).hold('snapshots');
      snapshot.run(begin);
      return;
    }
    const file = await routed(connection).hold('writer');
    const deadlineMs = performance.now() + BUSY_TIMEOUT_MS;
    while (!tryToBegin(file, performance.now() > deadlineMs)) {
      await wait(BUSY_PAUSE_MS * (1 + Math.random()));
    }
  }

  async commitTransaction(connection: DatabaseConnection): Promise<void> {
    const { file } = routed(connection);
    file?.run(commit);
    if (file === this.#connections.writer.file) this.#onCommit();
  }

  /** On a full disk SQLite has already rolled back; a second rollback would fail and hide the cause. */
  async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    const { file } = routed(connection);
    if (file?.isInTransaction) file.run(rollBack);
  }

  /**
   * Waits for the transaction under way; those that wait behind it fail. The writer is closed last: it moves the log into
   * the database.
   */
  async destroy(): Promise<void> {
    const { snapshots, reader, writer } = this.#connections;
    await writer.hold();
    for (const file of [snapshots.file, reader, writer.file]) file.close();
    writer.release();
  }
}

function routed(connection: DatabaseConnection): RoutedConnection {
  if (connection instanceof RoutedConnection) return connection;
  throw new Error('The connection is not of this driver');
}

/** False when another connection holds the write lock; throws when it does and this was the last attempt. */
function tryToBegin(file: SqliteFile, isLastTry: boolean): boolean {
  file.run(doNotWait);
  try {
    file.run(beginImmediate);
    return true;
  } catch (error) {
    if (isLastTry || !isBusy(error)) throw error;
    return false;
  } finally {
    file.run(waitAgain);
  }
}

const isBusy = (error: unknown): boolean =>
  error instanceof Sqlite.SqliteError && error.code.startsWith('SQLITE_BUSY');

/** SQLite can roll back schema changes, but Kysely does not rely on it. Migrations must be all or nothing. */
class TransactionalDdlAdapter extends SqliteAdapter {
  override get supportsTransactionalDdl(): boolean {
    return true;
  }
}

/** What Kysely's dialect of SQLite consists of. */
export interface SqliteParts {
  readonly connections: Connections;
  /** Called after each writing transaction. */
  readonly onCommit: () => void;
}

/** Kysely's dialect of SQLite on these connections. */
export class ImmediateSqliteDialect extends SqliteDialect {
  readonly #parts: SqliteParts;

  constructor(parts: SqliteParts) {
    super({ database: closedDatabase });
    this.#parts = parts;
  }

  override createAdapter(): SqliteAdapter {
    return new TransactionalDdlAdapter();
  }

  override createDriver(): Driver {
    return new ImmediateDriver(this.#parts);
  }
}

/** Only Kysely's own driver would open it. */
const closedDatabase = () => Promise.reject(new Error('The driver has its own connections'));
