import type { PostgresCursor, PostgresPool, PostgresPoolClient, PostgresQueryResult } from 'kysely';
import type pg from 'pg';

/** A statement is prepared when it is run this often: most texts are run again and again, some only once. */
const USES_MIN = 3;
/** Each is planned and stored by each connection. */
const STATEMENTS_MAX = 400;

/**
 * `select *` and `returning *`: after a migration by a newer process, a prepared one fails because it would return another
 * column.
 */
const RETURNS_ALL_COLUMNS = /^select (?:"\w+"\.)?\*|returning \*/;

type Result<R> = PostgresQueryResult<R>;

/**
 * The pool, as Kysely uses it, with prepared statements: the server parses and plans a query once for each connection.
 *
 * A pooler gives each transaction another connection of the server, on which nothing is prepared, and sends its own key for
 * cancelling. So statements are prepared only where this key has the number of the server's process.
 */
export class PreparingPool implements PostgresPool {
  readonly #pool: pg.Pool;
  readonly #names = new StatementNames();
  readonly #clients = new WeakMap<pg.PoolClient, PostgresPoolClient>();

  constructor(pool: pg.Pool) {
    this.#pool = pool;
  }

  async connect(): Promise<PostgresPoolClient> {
    const client = await this.#pool.connect();
    try {
      const known = this.#clients.get(client) ?? toKyselyClient(client, await this.#namesFor(client));
      this.#clients.set(client, known);
      return known;
    } catch (error) {
      client.release(true);
      throw error;
    }
  }

  end(): Promise<void> {
    return this.#pool.end();
  }

  async #namesFor(client: pg.PoolClient): Promise<StatementNames | null> {
    const { rows } = await client.query('select pg_backend_pid() as pid');
    return 'processID' in client && client.processID === rows[0]?.pid ? this.#names : null;
  }
}

/** The names of the statements that are prepared, by their text. */
class StatementNames {
  readonly #uses = new Map<string, number>();
  readonly #names = new Map<string, string>();

  /** Undefined for a statement that is not prepared. */
  find(text: string): string | undefined {
    const known = this.#names.get(text);
    if (known !== undefined || this.#names.size >= STATEMENTS_MAX) return known;
    const uses = (this.#uses.get(text) ?? 0) + 1;
    if (uses < USES_MIN || RETURNS_ALL_COLUMNS.test(text)) {
      this.#note(text, uses);
      return undefined;
    }
    this.#uses.delete(text);
    const name = `carrel-${this.#names.size}`;
    this.#names.set(text, name);
    return name;
  }

  /** Forgets all counts before they become many: of texts with lists of every length, each is run rarely. */
  #note(text: string, uses: number): void {
    if (this.#uses.size >= STATEMENTS_MAX) this.#uses.clear();
    this.#uses.set(text, uses);
  }
}

function toKyselyClient(client: pg.PoolClient, names: StatementNames | null): PostgresPoolClient {
  const run = async <R>(text: string, parameters: readonly unknown[]): Promise<Result<R>> => {
    // Statements of one round trip, such as those that begin a transaction, have no parameters.
    const name = parameters.length === 0 ? undefined : names?.find(text);
    const values = [...parameters];
    const result = await client.query(name === undefined ? { text, values } : { name, text, values });
    return { command: commandOf(result.command), rowCount: result.rowCount ?? 0, rows: result.rows };
  };
  function query<R>(text: string, parameters: readonly unknown[]): Promise<Result<R>>;
  function query<R>(cursor: PostgresCursor<R>): PostgresCursor<R>;
  function query<R>(
    text: string | PostgresCursor<R>,
    parameters: readonly unknown[] = [],
  ): Promise<Result<R>> | PostgresCursor<R> {
    if (typeof text !== 'string') throw new Error('Cursors are not used');
    return run(text, parameters);
  }
  return { query, release: () => client.release() };
}

const COMMANDS = ['UPDATE', 'DELETE', 'INSERT', 'MERGE', 'SELECT'] as const;

/** Kysely asks only whether rows were changed. */
const commandOf = (command: string): Result<never>['command'] =>
  COMMANDS.find((known) => known === command) ?? 'SELECT';
