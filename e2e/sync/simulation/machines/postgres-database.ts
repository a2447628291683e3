import pg from 'pg';
import { SEQUENCE } from '#sync-server/db/changes/changes-queries.ts';
import type { RestoreIntent } from '#sync-server/epoch/restore-declaration.ts';
import { createTestDatabase, dropTestDatabase } from '#sync-server/testing/postgres/test-database.ts';
import type { RestoreExtent } from '../run/circumstances.ts';
import type { ServerDatabase } from './server-database.ts';
import { compareReceipts, type RestoredReceipts, type StoredReceipts } from './stored-receipts.ts';

/** Copies of all tables: with the initial rows, and with those of the backup. */
type Copy = 'beginning' | 'backup';

/**
 * A PostgreSQL database. A kill ends the connections of the server: what was not committed is rolled back. Copies are
 * schemas beside the tables.
 */
export class PostgresDatabase implements ServerDatabase {
  readonly config: { readonly databaseUrl: string };
  readonly #client: pg.Client;
  readonly #tables: readonly string[];

  private constructor(databaseUrl: string, client: pg.Client, tables: readonly string[]) {
    this.config = { databaseUrl };
    this.#client = client;
    this.#tables = tables;
  }

  /** A database with the rows of another one, or without rows. */
  static async open(beginning: string | undefined): Promise<PostgresDatabase> {
    const url = await createTestDatabase(beginning);
    if (url === undefined) throw new Error('The simulation on PostgreSQL needs its server');
    const client = new pg.Client({ connectionString: url, application_name: 'simulation' });
    await client.connect();
    const { rows } = await client.query<{ name: string }>(
      `select table_name as name from information_schema.tables
       where table_schema = 'public' and table_name not like 'kysely%'`,
    );
    const database = new PostgresDatabase(
      url,
      client,
      rows.map(({ name }) => name),
    );
    await database.#copyTo('beginning');
    return database;
  }

  async wipe(): Promise<void> {
    await this.#copyFrom('beginning');
    await this.#client.query('drop schema if exists backup cascade');
  }

  kill(): () => Promise<void> {
    const ended = this.#client.query(
      `select pg_terminate_backend(pid) from pg_stat_activity
       where datname = current_database() and application_name = 'carrel'`,
    );
    return async () => void (await ended);
  }

  async backUp(): Promise<void> {
    await this.#copyTo('backup');
  }

  /** Like pg_restore. The operator declares it afterwards; without an intent, only devices may notice it. */
  async restore(extent: RestoreExtent, intent: RestoreIntent | null): Promise<RestoredReceipts> {
    const receipts = compareReceipts(await this.#readReceipts('public'), await this.#readReceipts('backup'));
    await this.#copyFrom('backup');
    const isDeclared = extent !== 'wholeFolder' || intent !== null;
    if (isDeclared)
      await this.#client.query('update "databaseIdentity" set declared = $1', [intent ?? 'undecided']);
    return receipts;
  }

  async #readReceipts(tables: 'public' | 'backup'): Promise<StoredReceipts> {
    const receipts = await this.#client.query<{ key: string }>(`select key from ${tables}.receipts`);
    const counters = await this.#client.query<{ value: string }>(
      `select value from ${tables}.counters where name = $1`,
      [SEQUENCE],
    );
    return {
      keys: new Set(receipts.rows.map(({ key }) => key)),
      sequence: Number(counters.rows[0]?.value ?? 0),
    };
  }

  detach(): void {}

  async close(): Promise<void> {
    await this.#client.end();
    await dropTestDatabase(this.config.databaseUrl);
  }

  /** All rows of one moment. */
  async #copyTo(copy: Copy): Promise<void> {
    const copies = this.#tables.map((name) => `create table ${copy}."${name}" as table public."${name}";`);
    await this.#client.query(
      `begin isolation level repeatable read; create schema ${copy}; ${copies.join(' ')} commit`,
    );
  }

  async #copyFrom(copy: Copy): Promise<void> {
    const replacements = this.#tables.map(
      (name) => `delete from public."${name}"; insert into public."${name}" table ${copy}."${name}";`,
    );
    // References are between rows of the copy. Tables of a few rows are emptied sooner by `delete` than by `truncate`,
    // which creates the files of each table and index anew.
    await this.#client.query(
      `begin; set local session_replication_role = replica; ${replacements.join(' ')} commit`,
    );
  }
}
