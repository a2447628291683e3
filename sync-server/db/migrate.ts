import { type Kysely, Migrator } from 'kysely';
import { allMigrations } from './migrations/all-migrations.ts';
import type { Tables } from './tables.ts';

/**
 * Migrates the database to the current schema, all in one transaction: a kill in the middle leaves it
 * unchanged. Throws when a migration fails, or when the database was created by a newer version of the
 * program.
 */
export async function migrate(db: Kysely<Tables>): Promise<void> {
  const migrator = new Migrator({ db, provider: { getMigrations: async () => ({ ...allMigrations }) } });
  const { error } = await migrator.migrateToLatest();
  if (error === undefined) return;
  const reason = error instanceof Error ? error.message : String(error);
  throw new Error(`The database could not be migrated: ${reason}`, { cause: error });
}
