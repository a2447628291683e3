import { setTimeout as wait } from 'node:timers/promises';
import Sqlite from 'better-sqlite3';
import {
  CompiledQuery,
  type DatabaseConnection,
  type Driver,
  Kysely,
  SqliteAdapter,
  SqliteDialect,
  SqliteDriver,
  type TransactionSettings,
} from 'kysely';
import { PacedConnection } from './paced-connection.ts';
import type { Tables } from './tables.ts';

const BUSY_TIMEOUT_MS = 5_000;
const BUSY_PAUSE_MS = 5;
const STATEMENTS_CACHED_MAX = 500;

/** Reads. Writing needs a `Trx` (transaction.ts), so that a write outside a transaction does not compile. */
export type Db = Pick<Kysely<Tables>, 'selectFrom' | 'getExecutor'>;

/** The open database: it reads and begins transactions. */
export type Database = Db & Pick<Kysely<Tables>, 'transaction' | 'destroy'>;

/**
 * Kysely begins transactions deferred; one that reads first and writes later then fails at once with
 * SQLITE_BUSY when another connection wrote in between, regardless of the busy timeout. So all our
 * transactions begin as writers, except those declared read-only.
 *
 * While another connection holds the write lock, the wait happens here and not inside SQLite, whose waiting
 * blocks the whole process, including the transaction it waits for when that is one of ours.
 */
class ImmediateDriver extends SqliteDriver {
  readonly #database: Sqlite.Database;
  readonly #onCommit: () => void;
  #connection: DatabaseConnection | undefined;
  #isWriting = false;

  constructor(database: Sqlite.Database, onCommit: () => void) {
    super({ database: withStatementCache(database) });
    this.#database = database;
    this.#onCommit = onCommit;
  }

  override async acquireConnection(): Promise<DatabaseConnection> {
    const connection = await super.acquireConnection();
    this.#connection ??= new PacedConnection(connection);
    return this.#connection;
  }

  override async commitTransaction(connection: DatabaseConnection): Promise<void> {
    await super.commitTransaction(connection);
    if (this.#isWriting) this.#onCommit();
  }

  /** On a full disk SQLite has already rolled back; a second rollback would fail and hide the cause. */
  override async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    if (this.#database.inTransaction) await super.rollbackTransaction(connection);
  }

  override async beginTransaction(
    connection: DatabaseConnection,
    settings: TransactionSettings = {},
  ): Promise<void> {
    this.#isWriting = settings.accessMode !== 'read only';
    if (!this.#isWriting) {
      // The first read takes the snapshot; no writer is blocked.
      await connection.executeQuery(CompiledQuery.raw('begin'));
      return;
    }
    const deadlineMs = performance.now() + BUSY_TIMEOUT_MS;
    while (!(await tryToBegin(connection, performance.now() > deadlineMs))) {
      await wait(BUSY_PAUSE_MS * (1 + Math.random()));
    }
  }
}

/** False when another connection holds the write lock; throws when it does and this was the last attempt. */
async function tryToBegin(connection: DatabaseConnection, isLastTry: boolean): Promise<boolean> {
  await connection.executeQuery(CompiledQuery.raw('pragma busy_timeout = 0'));
  try {
    await connection.executeQuery(CompiledQuery.raw('begin immediate'));
    return true;
  } catch (error) {
    if (isLastTry || !isBusy(error)) throw error;
    return false;
  } finally {
    await connection.executeQuery(CompiledQuery.raw(`pragma busy_timeout = ${BUSY_TIMEOUT_MS}`));
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

class ImmediateSqliteDialect extends SqliteDialect {
  readonly #database: Sqlite.Database;
  readonly #onCommit: () => void;

  constructor(database: Sqlite.Database, onCommit: () => void) {
    super({ database });
    this.#database = database;
    this.#onCommit = onCommit;
  }

  override createAdapter(): SqliteAdapter {
    return new TransactionalDdlAdapter();
  }

  override createDriver(): Driver {
    return new ImmediateDriver(this.#database, this.#onCommit);
  }
}

/** Statements are prepared once per text: there are few queries, and their texts are constant. */
function withStatementCache(database: Sqlite.Database) {
  const statements = new Map<string, Sqlite.Statement<unknown[]>>();
  return {
    close: () => {
      database.close();
    },
    prepare: (sql: string) => {
      const cached = statements.get(sql);
      if (cached !== undefined) return cached;
      const statement = database.prepare<unknown[]>(sql);
      if (statements.size < STATEMENTS_CACHED_MAX) statements.set(sql, statement);
      return statement;
    },
  };
}

interface OpenOptions {
  readonly enforcesReferences?: boolean;
  readonly onCommit?: () => void;
}

/**
 * Opens (or makes) the SQLite database. A commit is on the disk when it returns (`synchronous=FULL`),
 * which is what a receipt promises. Throws when the file cannot be opened or is no database. The result can
 * write without a transaction, for migrations and tests; the server gets it as a {@link Database}. Only
 * migrations open it with `enforcesReferences: false`. `onCommit` is called after each writing transaction.
 */
export function openDatabase(
  file: string,
  { enforcesReferences = true, onCommit = () => {} }: OpenOptions = {},
): Kysely<Tables> {
  const database = new Sqlite(file, { timeout: BUSY_TIMEOUT_MS });
  database.pragma('journal_mode = WAL');
  database.pragma('synchronous = FULL');
  database.pragma(`foreign_keys = ${enforcesReferences ? 'ON' : 'OFF'}`);
  database.pragma(`busy_timeout = ${BUSY_TIMEOUT_MS}`);
  return new Kysely<Tables>({ dialect: new ImmediateSqliteDialect(database, onCommit) });
}
