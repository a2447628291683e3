import { existsSync } from 'node:fs';
import { chmod, copyFile, mkdir, rm, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import { tryLockFolder } from '../lock-folder.ts';
import { FolderStore } from '../media-store/folder-store.ts';
import type { FileStore } from '../media-store/media-store.ts';
import {
  type Backup,
  backupName,
  findNewestBackup,
  partialName,
  removeOldBackups,
  removePartialBackups,
} from './backup-folders.ts';
import { type CopiedFiles, FileCopier, sizeOf } from './copy-files.ts';
import { copySnapshot } from './copy-snapshot.ts';
import { listNamedFiles, type NamedFile, openToRead } from './database-facts.ts';
import { hashDatabase } from './hash-database.ts';
import { newManifest, writeManifest } from './manifest.ts';
import { renameDurably, syncToDisk } from './sync-to-disk.ts';
import { DATABASE_FILE, verifyContent } from './verify-backup.ts';

/** Space that stays free, because a full disk stops more than the backup. */
const SPARE_BYTES = 64 * 1024 * 1024;
const SECRET_FILE = 'secret';

/** The steps of a backup, in their order. */
export type BackupStep = 'files' | 'database' | 'files again' | 'verify' | 'manifest' | 'done';

interface BackupOptions {
  readonly dataFolder: string;
  /** Has the files; those in the data folder by default. */
  readonly files?: FileStore | undefined;
  /** The folder that has the backups. */
  readonly folder: string;
  readonly version: string;
  readonly hasSecret: boolean;
  /** Complete backups that are older are removed afterwards; undefined: none. */
  readonly retainMs?: number | undefined;
  readonly onStep?: (step: BackupStep) => void;
  readonly onProgress?: (text: string) => void;
}

export interface MadeBackup extends Backup, CopiedFiles {
  /** Paths of older backups that were removed. */
  readonly removed: readonly string[];
}

/**
 * Backs up database, media and thumbnails while the server runs. Throws when it fails; then no part of it remains,
 * and earlier backups are unchanged.
 *
 * Files are copied before and after the database: those that are deleted meanwhile were copied before, and those
 * that are added are copied afterwards.
 */
export async function makeBackup(options: BackupOptions): Promise<MadeBackup> {
  const { dataFolder, folder } = options;
  if (!existsSync(join(dataFolder, DATABASE_FILE)))
    throw new Error(`${dataFolder} has no database. CARREL_DATA names the data folder of the server.`);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const unlock = tryLockFolder(folder);
  if (unlock === null) throw new Error(`Another backup into ${folder} is running. Nothing was changed.`);
  try {
    await removePartialBackups(folder);
    const made = await makeInto(options, await findNewestBackup(folder));
    const oldest = options.retainMs === undefined ? null : new Date(Date.now() - options.retainMs);
    return { ...made, removed: oldest === null ? [] : await removeOldBackups(folder, oldest) };
  } finally {
    unlock();
  }
}

async function makeInto(
  options: BackupOptions,
  previous: Backup | undefined,
): Promise<Omit<MadeBackup, 'removed'>> {
  const path = join(options.folder, backupName(new Date()));
  const partial = partialName(path);
  try {
    await mkdir(partial, { mode: 0o700 });
    for (const name of ['media', 'thumbnails']) await mkdir(join(partial, name), { mode: 0o700 });
    const files = options.files ?? new FolderStore(options.dataFolder);
    const copier = new FileCopier({ files, target: partial, previous });
    const manifest = await fill(partial, options, copier);
    options.onStep?.('manifest');
    await writeManifest(partial, manifest);
    await syncToDisk(partial);
    await renameDurably(partial, path);
    options.onStep?.('done');
    return { path, manifest, ...copier.counts };
  } catch (error) {
    await rm(partial, { recursive: true, force: true });
    throw error;
  }
}

async function fill(partial: string, options: BackupOptions, copier: FileCopier) {
  const { dataFolder, onStep, onProgress } = options;
  const live = join(dataFolder, DATABASE_FILE);
  const copy = join(partial, DATABASE_FILE);
  const reportFiles = everyTenth((percent) => onProgress?.(`files ${percent} %`));
  const copyAll = (files: readonly NamedFile[]) =>
    copier.copy(files, (done) => reportFiles(Math.floor((100 * done) / files.length)));
  onStep?.('files');
  const first = readNamedFiles(live);
  await requireSpace(options, first, copier);
  await copyAll(first);
  onStep?.('database');
  const { takenAt, facts, files } = await copySnapshot(
    live,
    copy,
    everyTenth((percent) => onProgress?.(`database ${percent} %`)),
  );
  onStep?.('files again');
  const missing = await copier.copy(files, () => {});
  await copier.removeOthers(files);
  await copier.sync();
  if (options.hasSecret) await copySecret(dataFolder, partial);
  onStep?.('verify');
  onProgress?.('verifying the copy');
  const sizeBytes = (await sizeOf(copy)) ?? 0;
  const sizes = await Promise.all(files.map(({ path }) => sizeOf(join(partial, path))));
  const manifest = newManifest({
    ...facts,
    version: options.version,
    takenAt: takenAt.toISOString(),
    database: { sizeBytes, sha256: await hashDatabase(copy) },
    files: {
      count: files.length - missing.length,
      sizeBytes: sizes.reduce<number>((sum, size) => sum + (size ?? 0), 0),
    },
    missing,
    damaged: [...copier.damaged],
    hasSecret: options.hasSecret,
  });
  const problems = await verifyContent(partial, manifest, { readsFiles: false });
  if (problems.length > 0) throw new Error(`the copy is not as the original: ${problems.join('; ')}`);
  await chmod(copy, 0o600);
  await syncToDisk(copy);
  return manifest;
}

function readNamedFiles(file: string): NamedFile[] {
  const db = openToRead(file);
  try {
    return listNamedFiles(db);
  } finally {
    db.close();
  }
}

/** Refuses before anything is copied, rather than filling the disk. */
async function requireSpace(
  options: BackupOptions,
  files: readonly NamedFile[],
  copier: FileCopier,
): Promise<void> {
  const { dataFolder, folder } = options;
  let neededBytes = SPARE_BYTES + (await databaseBytes(dataFolder));
  for (const file of files) {
    if ((await copier.findEarlier(file)) === null) neededBytes += await copier.findSize(file);
  }
  const { bavail, bsize } = await statfs(folder);
  const freeBytes = bavail * bsize;
  if (freeBytes >= neededBytes) return;
  const inMb = (bytes: number) => `${Math.ceil(bytes / 1024 / 1024)} MB`;
  throw new Error(`the disk of ${folder} has ${inMb(freeBytes)} free, and ${inMb(neededBytes)} are needed`);
}

async function databaseBytes(dataFolder: string): Promise<number> {
  const file = join(dataFolder, DATABASE_FILE);
  return ((await sizeOf(file)) ?? 0) + ((await sizeOf(`${file}-wal`)) ?? 0);
}

async function copySecret(dataFolder: string, partial: string): Promise<void> {
  const target = join(partial, SECRET_FILE);
  await copyFile(join(dataFolder, SECRET_FILE), target);
  await chmod(target, 0o600);
  await syncToDisk(target);
}

/** Calls `report` with each tenth that is reached. */
function everyTenth(report: (percent: number) => void): (percent: number) => void {
  let last = 0;
  return (percent) => {
    const tenth = Math.floor(percent / 10) * 10;
    if (tenth <= last) return;
    last = tenth;
    report(tenth);
  };
}
