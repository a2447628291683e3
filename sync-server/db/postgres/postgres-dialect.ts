import {
  CompiledQuery,
  type DatabaseConnection,
  type Driver,
  PostgresDialect,
  type PostgresDialectConfig,
  PostgresDriver,
  type TransactionSettings,
} from 'kysely';

/**
 * A transaction holds a lock: if its process hangs, the others go on after this time. Set in each transaction, because
 * poolers refuse it for a session.
 */
const IDLE_MAX = `set local idle_in_transaction_session_timeout = '30s'`;

/** The key of the advisory lock that every writing transaction holds. */
const WRITER_LOCK = 7_241_839;

/** The isolation level by which a transaction says that {@link beginScoped} begins it. */
export const SCOPED = 'read committed';

/**
 * One round trip: each statement of a text without parameters has its own snapshot, so what the transaction reads after
 * it has the lock is what the one before it committed.
 */
const beginAsWriter = CompiledQuery.raw(
  `begin isolation level read committed; ${IDLE_MAX}; select pg_advisory_xact_lock(${WRITER_LOCK})`,
);

/**
 * The first statement of a scoped transaction: no transaction of the whole, and no other one of these users, runs beside
 * it. One round trip, as above; so the ids, of letters and digits, are in the text.
 *
 * @param persons in the order of all transactions, or two of them could wait for each other
 */
export function beginScoped(persons: readonly string[]): CompiledQuery {
  const locks = persons.map((id) => `pg_advisory_xact_lock(hashtextextended(${quote(id)}, 0))`);
  const shared = `pg_advisory_xact_lock_shared(${WRITER_LOCK})`;
  return CompiledQuery.raw(
    `begin isolation level read committed; ${IDLE_MAX}; select ${[shared, ...locks].join(', ')}`,
  );
}

function quote(id: string): string {
  if (!/^[\w-]*$/.test(id)) throw new Error('The id of a user has a character that no id has');
  return `'${id}'`;
}

/**
 * Writing transactions run one after the other, as on SQLite, unless they have a scope of their own: about twenty places
 * read and decide before they write (docs/why/postgresql.md). A lock of a transaction ends with it, also when its
 * process dies, and also behind a pooler that gives each transaction another session. Reads wait for nothing.
 */
class OneWriterDriver extends PostgresDriver {
  readonly #onCommit: () => void;
  readonly #readers = new WeakSet<DatabaseConnection>();

  constructor(config: PostgresDialectConfig, onCommit: () => void) {
    super(config);
    this.#onCommit = onCommit;
  }

  override async beginTransaction(
    connection: DatabaseConnection,
    settings: TransactionSettings,
  ): Promise<void> {
    if (settings.accessMode === 'read only') {
      this.#readers.add(connection);
      await super.beginTransaction(connection, settings);
    } else {
      this.#readers.delete(connection);
      if (settings.isolationLevel !== SCOPED) await this.#beginAsWriter(connection);
    }
  }

  /** If the lock is not granted, as after a `statement_timeout`, the connection is in a failed transaction, which ends here. */
  async #beginAsWriter(connection: DatabaseConnection): Promise<void> {
    try {
      await connection.executeQuery(beginAsWriter);
    } catch (error) {
      // A lost connection has ended it.
      await super.rollbackTransaction(connection).catch(() => undefined);
      throw error;
    }
  }

  override async commitTransaction(connection: DatabaseConnection): Promise<void> {
    await super.commitTransaction(connection);
    if (!this.#readers.has(connection)) this.#onCommit();
  }
}

/** Kysely's dialect of PostgreSQL with one writer at a time. `onCommit` is called after each writing transaction. */
export class OneWriterPostgresDialect extends PostgresDialect {
  readonly #config: PostgresDialectConfig;
  readonly #onCommit: () => void;

  constructor(config: PostgresDialectConfig, onCommit: () => void) {
    super(config);
    this.#config = config;
    this.#onCommit = onCommit;
  }

  override createDriver(): Driver {
    return new OneWriterDriver(this.#config, this.#onCommit);
  }
}
