import { existsSync } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import Sqlite from 'better-sqlite3';
import { Migrator } from 'kysely';
import { findDamage, listNamedFiles, type NamedFile, requirePlainPaths } from '../backup/database-facts.ts';
import { renameDurably, syncToDisk } from '../backup/sync-to-disk.ts';
import { DATABASE_FILE } from '../backup/verify-backup.ts';
import { allMigrations } from '../db/migrations/all-migrations.ts';
import { openDatabase } from '../db/open.ts';
import { FolderStore } from '../media-store/folder-store.ts';
import { measureFile } from '../media-store/measure-file.ts';
import type { FileStore } from '../media-store/media-store.ts';
import { restoreFile, syncPlaces } from '../restore/restore-files.ts';
import { type ExportManifest, readExportManifest, tablePath } from './export-manifest.ts';
import { readTable } from './read-table.ts';

const STAGING_FOLDER = 'importing';

interface ImportOptions {
  /** Locked by the caller. */
  readonly dataFolder: string;
  /** Receives the files; the data folder by default. */
  readonly store?: FileStore | undefined;
  readonly source: string;
  readonly onStep?: (step: string) => void;
}

/**
 * Makes the database of an export in a data folder that has none: with the schema of the export, which the next
 * start of the server upgrades. The database gets its place last, so a kill leaves a folder without one. Throws
 * when the export is damaged or was written by a newer version.
 */
export async function readExport(options: ImportOptions): Promise<ExportManifest> {
  const { dataFolder, source, onStep, store = new FolderStore(dataFolder) } = options;
  const target = join(dataFolder, DATABASE_FILE);
  if (existsSync(target))
    throw new Error(`${dataFolder} has a database already; import into a folder that does not exist yet`);
  const manifest = await readExportManifest(source);
  if (manifest === null) throw new Error(`${source} is no complete export: it has no readable export.json`);
  if (!(manifest.migration in allMigrations))
    throw new Error(`the export was written by a newer version (${manifest.version}, ${manifest.migration})`);
  const staging = join(dataFolder, STAGING_FOLDER);
  await rm(staging, { recursive: true, force: true });
  await mkdir(staging, { recursive: true, mode: 0o700 });
  const database = join(staging, DATABASE_FILE);
  await createSchema(database, manifest.migration);
  const files = await fill(database, source, manifest);
  onStep?.('tables');
  await copyFiles(files, { backup: source, store, staging }, manifest);
  await syncPlaces(dataFolder);
  onStep?.('files');
  await syncToDisk(database);
  await renameDurably(database, target);
  await rm(staging, { recursive: true, force: true });
  return manifest;
}

async function createSchema(file: string, migration: string): Promise<void> {
  const db = openDatabase(file);
  try {
    const migrator = new Migrator({ db, provider: { getMigrations: async () => ({ ...allMigrations }) } });
    const { error } = await migrator.migrateTo(migration);
    if (error !== undefined) throw error;
  } finally {
    await db.destroy();
  }
}

/** Fills the tables in any order; references are checked at the end. Returns the files that rows name. */
async function fill(file: string, source: string, { tables }: ExportManifest): Promise<NamedFile[]> {
  const db = new Sqlite(file);
  try {
    db.pragma('journal_mode = DELETE');
    db.pragma('foreign_keys = OFF');
    db.exec('begin');
    for (const [table, expected] of Object.entries(tables))
      await readTable(db, { table, path: tablePath(source, table), ...expected });
    db.exec('commit');
    const damage = findDamage(db);
    if (damage.length > 0) throw new Error(`the rows do not fit together: ${damage.join('; ')}`);
    return requirePlainPaths(listNamedFiles(db));
  } finally {
    db.close();
  }
}

type Places = Parameters<typeof restoreFile>[1];

async function copyFiles(
  files: readonly NamedFile[],
  places: Places,
  { missing, damaged }: ExportManifest,
): Promise<void> {
  const isAbsent = new Set(missing);
  const isDamaged = new Set(damaged);
  for (const { path, digest } of files) {
    if (isAbsent.has(path)) continue;
    const measured = await measureFile(join(places.backup, path));
    if (digest !== null && measured.digest !== digest && !isDamaged.has(path))
      throw new Error(`${path} has other bytes than when it was stored`);
    await restoreFile(path, places);
  }
}
