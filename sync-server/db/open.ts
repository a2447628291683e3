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
const STATEMENTS_KEPT_MAX = 500;

/** Reads. Writing needs a `Trx` (transaction.ts), so that a write outside a transaction does not compile. */
export type Db = Pick<Kysely<Tables>, 'selectFrom' | 'getExecutor'>;

/** The open database: it reads and begins transactions. */
export type Database = Db & Pick<Kysely<Tables>, 'transaction' | 'destroy'>;

/**
 * Kysely begins transactions deferred; one that reads first and writes later then fails at once with
 * SQLITE_BUSY when somebody else wrote in between, past every busy timeout. So all of ours begin as writers,
 * but those that say that they only read.
 *
 * While another connection holds the write lock we wait here and not inside SQLite, whose waiting stops
 * the whole process, and with it the very transaction that is waited for when it is one of ours.
 */
class ImmediateDriver extends SqliteDriver {
  readonly #database: Sqlite.Database;
  #connection: DatabaseConnection | undefined;

  constructor(database: Sqlite.Database) {
    super({ database: withKeptStatements(database) });
    this.#database = database;
  }

  override async acquireConnection(): Promise<DatabaseConnection> {
    const connection = await super.acquireConnection();
    this.#connection ??= new PacedConnection(connection);
    return this.#connection;
  }

  /** On a full disk SQLite rolls back by itself; a second rollback would fail and hide why. */
  override async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    if (this.#database.inTransaction) await super.rollbackTransaction(connection);
  }

  override async beginTransaction(
    connection: DatabaseConnection,
    settings: TransactionSettings = {},
  ): Promise<void> {
    if (settings.accessMode === 'read only') {
      // The first read takes the snapshot; nobody's writing is held up.
      await connection.executeQuery(CompiledQuery.raw('begin'));
      return;
    }
    const deadlineMs = performance.now() + BUSY_TIMEOUT_MS;
    while (!(await tryToBegin(connection, performance.now() > deadlineMs))) {
      await wait(BUSY_PAUSE_MS * (1 + Math.random()));
    }
  }
}

/** False when the write lock is held by somebody else; throws when it is and this was the last try. */
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

/** SQLite does roll schema changes back; Kysely only does not count on it. Migrations are all or nothing. */
class TransactionalDdlAdapter extends SqliteAdapter {
  override get supportsTransactionalDdl(): boolean {
    return true;
  }
}

class ImmediateSqliteDialect extends SqliteDialect {
  readonly #database: Sqlite.Database;

  constructor(database: Sqlite.Database) {
    super({ database });
    this.#database = database;
  }

  override createAdapter(): SqliteAdapter {
    return new TransactionalDdlAdapter();
  }

  override createDriver(): Driver {
    return new ImmediateDriver(this.#database);
  }
}

/** Statements are prepared once per text: our queries are few and their texts constant. */
function withKeptStatements(database: Sqlite.Database) {
  const statements = new Map<string, Sqlite.Statement<unknown[]>>();
  return {
    close: () => {
      database.close();
    },
    prepare: (sql: string) => {
      const kept = statements.get(sql);
      if (kept !== undefined) return kept;
      const statement = database.prepare<unknown[]>(sql);
      if (statements.size < STATEMENTS_KEPT_MAX) statements.set(sql, statement);
      return statement;
    },
  };
}

/**
 * Opens (or makes) the SQLite database. A commit is on the disk when it returns (`synchronous=FULL`),
 * which is what a receipt promises. Throws when the file cannot be opened or is no database. The result can
 * write without a transaction, for migrations and tests; the server gets it as a {@link Database}.
 */
export function openDatabase(file: string): Kysely<Tables> {
  const database = new Sqlite(file, { timeout: BUSY_TIMEOUT_MS });
  database.pragma('journal_mode = WAL');
  database.pragma('synchronous = FULL');
  database.pragma('foreign_keys = ON');
  database.pragma(`busy_timeout = ${BUSY_TIMEOUT_MS}`);
  return new Kysely<Tables>({ dialect: new ImmediateSqliteDialect(database) });
}
