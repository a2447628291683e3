import type Sqlite from 'better-sqlite3';
import { allMigrations } from '../db/migrations/all-migrations.ts';

/** Throws unless a database file has the schema of this version. */
export function requireCurrentFile(db: Sqlite.Database): void {
  const names = db.prepare<[], string>('select name from kysely_migration order by name').pluck().all();
  if (names.join() === Object.keys(allMigrations).join()) return;
  throw new Error(
    'the database has the schema of another version of Carrel. Nothing was changed. Start this version once, which ' +
      'upgrades it, and stop it again',
  );
}
