import pg from 'pg';

/** Changes with every statement that defines a table, an index or a trigger. */
const READ_SCHEMA = `
  select md5(string_agg(part, ',' order by part)) as schema from (
    select 'class ' || oid || ' ' || xmin as part from pg_class where relnamespace = 'public'::regnamespace
    union all select 'trigger ' || oid || ' ' || xmin from pg_trigger
    union all select 'constraint ' || oid || ' ' || xmin from pg_constraint
    union all select 'function ' || oid || ' ' || xmin from pg_proc where pronamespace = 'public'::regnamespace
  ) as parts`;

const END_OTHERS = `
  select pg_terminate_backend(pid) from pg_stat_activity
  where datname = current_database() and pid <> pg_backend_pid()`;

interface Initial {
  readonly schema: string;
  /** Quoted names of all tables. */
  readonly tables: readonly string[];
  /** Statements that replace the rows of each table with its initial ones. */
  readonly refill: string;
}

/** A database that tests use one after the other: emptying one takes a tenth of creating and dropping one. */
export class ReusedDatabase {
  readonly url: string;
  readonly #client: pg.Client;
  readonly #initial: Initial;

  private constructor(url: string, client: pg.Client, initial: Initial) {
    this.url = url;
    this.#client = client;
    this.#initial = initial;
  }

  /** Its present rows are those that each test begins with. */
  static async open(url: string): Promise<ReusedDatabase> {
    const client = new pg.Client({ connectionString: url, application_name: 'tests' });
    // Some tests end every connection; then the next query rejects.
    client.on('error', () => undefined);
    await client.connect();
    const schema = await readSchema(client);
    const refills = await listRefills(client);
    const tables = refills.map(({ table }) => table);
    return new ReusedDatabase(url, client, {
      ...{ schema, tables },
      refill: refills.map(({ table, insert }) => `delete from ${table}; ${insert}`).join(''),
    });
  }

  /**
   * Ends all other connections and restores the initial rows. Rejects when a test has changed the schema, or ended this
   * connection.
   */
  async reset(): Promise<void> {
    const { schema, tables, refill } = this.#initial;
    if ((await readSchema(this.#client)) !== schema) throw new Error('The schema was changed');
    // References are between rows that are deleted together.
    await this.#client.query(
      `${END_OTHERS}; begin; set local session_replication_role = replica; ${refill} commit`,
    );
    // Files of no page, as those of a new database, in which rows are in the order of their insertion.
    await this.#client.query(`vacuum ${tables.join(', ')}`);
  }

  disconnect(): Promise<void> {
    return this.#client.end();
  }
}

async function readSchema(client: pg.Client): Promise<string> {
  const { rows } = await client.query<{ schema: string }>(READ_SCHEMA);
  return rows[0]?.schema ?? '';
}

interface Refill {
  readonly table: string;
  /** Inserts the rows that the table has now; empty if it has none. */
  readonly insert: string;
}

async function listRefills(client: pg.Client): Promise<Refill[]> {
  const { rows } = await client.query<{ table: string }>(
    `select quote_ident(table_name) as table from information_schema.tables where table_schema = 'public'`,
  );
  const refills: Refill[] = [];
  for (const { table } of rows) {
    const found = await client.query<{ rows: string | null }>(
      `select quote_literal(json_agg(t)) as rows from ${table} as t`,
    );
    const initial = found.rows[0]?.rows ?? null;
    const insert =
      initial === null
        ? ''
        : `insert into ${table} select * from json_populate_recordset(null::${table}, ${initial});`;
    refills.push({ table, insert });
  }
  return refills;
}
