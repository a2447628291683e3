import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type Sqlite from 'better-sqlite3';
import { FileCopier } from '../backup/copy-files.ts';
import { listNamedFiles, openToRead, readFacts } from '../backup/database-facts.ts';
import { renameDurably, syncToDisk } from '../backup/sync-to-disk.ts';
import { DATABASE_FILE } from '../backup/verify-backup.ts';
import { FolderStore } from '../media-store/folder-store.ts';
import type { FileStore } from '../media-store/media-store.ts';
import { type ExportManifest, tablePath, writeExportManifest } from './export-manifest.ts';
import { writeTable } from './write-table.ts';

export interface ExportOptions {
  readonly dataFolder: string;
  /** Has the files; those in the data folder by default. */
  readonly files?: FileStore | undefined;
  /** The folder that the export is made in. */
  readonly folder: string;
  readonly version: string;
  readonly onStep?: (step: string) => void;
}

export interface Exported {
  readonly path: string;
  readonly manifest: Omit<ExportManifest, 'format'>;
}

/**
 * Writes everything as one file of JSON Lines per table, with the media and thumbnails, also while the server runs;
 * the rows are of one moment. Throws when it fails; then no part of it remains.
 */
export async function writeExport(options: ExportOptions): Promise<Exported> {
  const { dataFolder, folder, version, onStep, files: source = new FolderStore(dataFolder) } = options;
  const path = join(folder, `carrel-export-${new Date().toISOString().replace(/[:.]/g, '-')}`);
  const partial = `${path}.partial`;
  const db = openToRead(join(dataFolder, DATABASE_FILE));
  try {
    for (const name of ['tables', 'media', 'thumbnails'])
      await mkdir(join(partial, name), { recursive: true, mode: 0o700 });
    const copier = new FileCopier({ files: source, target: partial, previous: undefined });
    // As in a backup: what is deleted meanwhile was copied before, what is added is copied afterwards.
    await copier.copy(listNamedFiles(db), () => {});
    onStep?.('files');
    db.exec('begin');
    const files = listNamedFiles(db);
    const { migration, tables } = writeTables(db, partial);
    const takenAt = new Date().toISOString();
    db.exec('commit');
    onStep?.('tables');
    const missing = await copier.copy(files, () => {});
    await copier.removeOthers(files);
    await copier.sync();
    const manifest = { version, takenAt, migration, tables, missing, damaged: [...copier.damaged] };
    await writeExportManifest(partial, manifest);
    onStep?.('manifest');
    await syncToDisk(partial);
    await renameDurably(partial, path);
    return { path, manifest };
  } catch (error) {
    await rm(partial, { recursive: true, force: true });
    throw error;
  } finally {
    db.close();
  }
}

function writeTables(db: Sqlite.Database, folder: string): Pick<ExportManifest, 'migration' | 'tables'> {
  const { migration, tables } = readFacts(db);
  const names = Object.keys(tables).filter((name) => !name.startsWith('kysely_'));
  const written = names.map((name) => [name, writeTable(db, name, tablePath(folder, name))] as const);
  return { migration, tables: Object.fromEntries(written) };
}
