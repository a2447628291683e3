import { type Kysely, Migrator, sql } from 'kysely';
import { allMigrations } from '../migrations/all-migrations.ts';
import type { CheckedMigration } from '../migrations/with-checks.ts';
import { requireUpgradable } from '../require-upgradable.ts';
import type { Tables } from '../tables.ts';
import { inTransaction } from '../transaction.ts';
import { PostgresColumnTypes } from './column-types.ts';
import { CREATE_ATTEMPTS, CREATE_IDENTITY } from './own-tables.ts';

/**
 * Migrates a PostgreSQL database to the current schema, in one transaction. Of several processes that start at the same
 * time one migrates and the others wait. Processes of the previous version go on reading; migrations only add what these
 * do not know (docs/operations.md).
 *
 * Throws an Error with the reason.
 */
export async function migratePostgres(
  db: Kysely<Tables>,
  migrations: Readonly<Record<string, CheckedMigration>> = allMigrations,
): Promise<void> {
  const executed = await readExecuted(db);
  requireUpgradable('of DATABASE_URL', executed, migrations);
  if (!Object.keys(migrations).every((name) => executed.includes(name))) await runMigrations(db, migrations);
  await createOwnTables(db);
}

/** The migrator reads the whole catalogue of the database before it looks for what is left to do. */
async function runMigrations(
  db: Kysely<Tables>,
  migrations: Readonly<Record<string, CheckedMigration>>,
): Promise<void> {
  const migrator = new Migrator({
    db: db.withPlugin(new PostgresColumnTypes()),
    provider: { getMigrations: async () => ({ ...migrations }) },
  });
  const { error } = await migrator.migrateToLatest();
  if (error !== undefined) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new Error(`The database could not be migrated, and was not changed: ${reason}`, { cause: error });
  }
}

/** The tables that only PostgreSQL has: what SQLite has in other files. */
const createOwnTables = (db: Kysely<Tables>): Promise<void> =>
  inTransaction(db, async (trx) => {
    for (const statement of [CREATE_ATTEMPTS, CREATE_IDENTITY]) await sql.raw(statement).execute(trx);
  });

/** The migrations that the database has; none if it is new. */
async function readExecuted(db: Kysely<Tables>): Promise<readonly string[]> {
  const { rows: known } = await sql<{ is: boolean }>`
    select to_regclass('kysely_migration') is not null as "is"`.execute(db);
  if (known[0]?.is !== true) return [];
  const { rows } = await sql<{ name: string }>`select name from kysely_migration order by name`.execute(db);
  return rows.map(({ name }) => name);
}
