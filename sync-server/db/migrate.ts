import { rmSync } from 'node:fs';
import { type Kysely, type Migration, Migrator, sql } from 'kysely';
import { copyDatabase } from './copy-database.ts';
import { allMigrations } from './migrations/all-migrations.ts';
import { type CheckedMigration, withChecks } from './migrations/with-checks.ts';
import { openDatabase } from './open.ts';
import { requireUpgradable } from './require-upgradable.ts';
import type { Tables } from './tables.ts';

/** The effects of an upgrade of an existing database. */
export interface Upgrade {
  /** The migrations that ran, in their order. */
  readonly migrations: readonly string[];
  /** The file with the database as it was before. */
  readonly copy: string;
}

/**
 * Migrates a database file to the current schema and creates it if it does not exist. Returns null if there was
 * nothing to upgrade.
 *
 * An existing database is copied first, next to it. All migrations run in one transaction, so a failure or a kill
 * leaves the database unchanged. SQLite deletes the rows that refer to a table when the table is dropped, as a
 * rebuild does; therefore the migrations run on a connection of their own that ignores references, and references
 * and row counts are checked before the commit.
 *
 * Throws an Error with the reason when the database is none that can be upgraded, or the copy or a migration fails.
 */
export async function migrate(
  file: string,
  migrations: Readonly<Record<string, CheckedMigration>> = allMigrations,
): Promise<Upgrade | null> {
  const db = openDatabase(file, { enforcesReferences: false });
  try {
    const executed = await readExecuted(db);
    requireUpgradable(file, executed, migrations);
    const pending = Object.keys(migrations).filter((name) => !executed.includes(name));
    const [first] = pending;
    if (first === undefined) return null;
    if (executed.length === 0) {
      await run(db, migrations);
      return null;
    }
    const copy = await copyDatabase(file, `before-${first}`);
    await run(db, withChecks(migrations)).catch((error: unknown) => {
      // The database is as the copy is. A service that is restarted again and again would fill the disk with them.
      rmSync(copy);
      throw error;
    });
    return { migrations: pending, copy };
  } finally {
    await db.destroy();
  }
}

async function run(db: Kysely<Tables>, migrations: Readonly<Record<string, Migration>>): Promise<void> {
  const migrator = new Migrator({ db, provider: { getMigrations: async () => ({ ...migrations }) } });
  const { error } = await migrator.migrateToLatest();
  if (error === undefined) return;
  const reason = error instanceof Error ? error.message : String(error);
  throw new Error(`The database could not be migrated, and was not changed: ${reason}`, { cause: error });
}

/** The migrations that the database has; none if it is new. */
async function readExecuted(db: Kysely<Tables>): Promise<readonly string[]> {
  const { rows: known } = await sql`select 1 from sqlite_master where name = 'kysely_migration'`.execute(db);
  if (known.length === 0) return [];
  const { rows } = await sql<{ name: string }>`select name from kysely_migration order by name`.execute(db);
  return rows.map(({ name }) => name);
}
