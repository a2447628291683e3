import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Kysely } from 'kysely';
import pino from 'pino';
import { onTestFinished } from 'vitest';
import { openDatabase } from '../db/open.ts';
import { openPool, openPostgres } from '../db/postgres/open-postgres.ts';
import type { Tables } from '../db/tables.ts';
import { writeMigratedFile } from './migrated-file.ts';
import { findDatabase, returnTestDatabase, takeTestDatabase } from './postgres/test-database.ts';

/** The path of a database that does not exist yet, in a folder that is removed when the test ends. */
export function databaseFile(): string {
  const folder = mkdtempSync(join(tmpdir(), 'carrel-database-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return join(folder, 'carrel.sqlite');
}

/** Opens a database until the test ends. */
export function openUntilTestEnds(file: string): Kysely<Tables> {
  const db = openDatabase(file);
  onTestFinished(() => db.destroy());
  return db;
}

/** Opens the database of a server's data folder, until the test ends. */
export function openDatabaseOf(dataFolder: string): Kysely<Tables> {
  const url = findDatabase(dataFolder);
  if (url === undefined) return openUntilTestEnds(join(dataFolder, 'carrel.sqlite'));
  const db = openPostgres(openPool(url, pino({ level: 'silent' })));
  onTestFinished(() => db.destroy());
  return db;
}

/** An empty database in the current schema. */
export async function currentDatabase(): Promise<Kysely<Tables>> {
  const url = await takeTestDatabase();
  if (url !== undefined) return openPostgresUntilTestEnds(url);
  const file = databaseFile();
  await writeMigratedFile(file);
  return openUntilTestEnds(file);
}

function openPostgresUntilTestEnds(url: string): Kysely<Tables> {
  const db = openPostgres(openPool(url, pino({ level: 'silent' })));
  onTestFinished(async () => {
    await db.destroy();
    await returnTestDatabase(url);
  });
  return db;
}
