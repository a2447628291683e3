import { constants, existsSync } from 'node:fs';
import { chmod, copyFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sizeOf } from '../backup/copy-files.ts';
import type { NamedFile } from '../backup/database-facts.ts';
import { syncToDisk } from '../backup/sync-to-disk.ts';
import { measureStored } from '../media-store/measure-stored.ts';
import type { FileStore } from '../media-store/media-store.ts';

interface FileRestore {
  readonly backup: string;
  /** The files of the server. */
  readonly store: FileStore;
  /** For copies that are not complete yet, on the disk of the data folder. */
  readonly staging: string;
}

/** The files that the server lacks, or has with other bytes. */
export async function listNeededFiles(
  files: readonly NamedFile[],
  { backup, store }: Pick<FileRestore, 'backup' | 'store'>,
): Promise<NamedFile[]> {
  const needed: NamedFile[] = [];
  for (const file of files) {
    const source = await sizeOf(join(backup, file.path));
    if (source !== null && !(await isIntact(store, file, source))) needed.push(file);
  }
  return needed;
}

/**
 * Copies a file of the backup to its place. Files never change their bytes, so a file that is replaced was damaged;
 * files that the backup does not name stay, because devices may send the edits that need them.
 */
export async function restoreFile(path: string, { backup, store, staging }: FileRestore): Promise<void> {
  const part = join(staging, 'file');
  await copyFile(join(backup, path), part, constants.COPYFILE_FICLONE);
  await chmod(part, 0o600);
  await syncToDisk(part);
  await store.moveIn(path, part);
}

async function isIntact(store: FileStore, { path, digest }: NamedFile, sizeBytes: number): Promise<boolean> {
  if ((await store.findFile(path))?.sizeBytes !== sizeBytes) return false;
  return digest === null || (await measureStored(store, path))?.digest === digest;
}

/** Waits until the places of restored files are on the disk; the files already are. A bucket needs no waiting. */
export async function syncPlaces(dataFolder: string): Promise<void> {
  for (const place of ['media', 'thumbnails']) {
    const folder = join(dataFolder, place);
    if (existsSync(folder)) await syncToDisk(folder);
  }
}
