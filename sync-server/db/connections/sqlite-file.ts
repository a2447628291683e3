import type Sqlite from 'better-sqlite3';
import type { CompiledQuery, QueryResult } from 'kysely';

const STATEMENTS_CACHED_MAX = 500;

/** The SQL of a query with its values. */
type BoundQuery = Pick<CompiledQuery, 'sql' | 'parameters'>;
/** The query declares the type of its rows. */
type Statement = Sqlite.Statement<unknown[], never>;

/**
 * One connection to the database file. Statements are prepared once per text: there are few queries, and their
 * texts are constant. They run synchronously on this thread.
 */
export class SqliteFile {
  readonly #database: Sqlite.Database;
  readonly #statements = new Map<string, Statement>();

  constructor(database: Sqlite.Database) {
    this.#database = database;
  }

  get isInTransaction(): boolean {
    return this.#database.inTransaction;
  }

  run<R>({ sql, parameters }: BoundQuery): QueryResult<R> {
    const statement = this.#prepare(sql);
    if (statement.reader) return { rows: statement.all(parameters) };
    const { changes, lastInsertRowid } = statement.run(parameters);
    return { rows: [], numAffectedRows: BigInt(changes), insertId: BigInt(lastInsertRowid) };
  }

  close(): void {
    this.#database.close();
  }

  #prepare(sql: string): Statement {
    const cached = this.#statements.get(sql);
    if (cached !== undefined) return cached;
    const statement = this.#database.prepare<unknown[], never>(sql);
    if (this.#statements.size < STATEMENTS_CACHED_MAX) this.#statements.set(sql, statement);
    return statement;
  }
}
