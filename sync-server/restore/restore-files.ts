import { constants } from 'node:fs';
import { chmod, copyFile, mkdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { sizeOf } from '../backup/copy-files.ts';
import type { NamedFile } from '../backup/database-facts.ts';
import { renameDurably, syncToDisk } from '../backup/sync-to-disk.ts';
import { measureFile } from '../media-store/measure-file.ts';

interface FileRestore {
  readonly backup: string;
  readonly dataFolder: string;
  /** For copies that are not complete yet, on the disk of the data folder. */
  readonly staging: string;
}

/** The files that the data folder lacks, or has with other bytes. */
export async function listNeededFiles(
  files: readonly NamedFile[],
  { backup, dataFolder }: Pick<FileRestore, 'backup' | 'dataFolder'>,
): Promise<NamedFile[]> {
  const needed: NamedFile[] = [];
  for (const file of files) {
    const source = await sizeOf(join(backup, file.path));
    if (source !== null && !(await isIntact(join(dataFolder, file.path), file, source))) needed.push(file);
  }
  return needed;
}

/**
 * Copies a file of the backup to its place. Files never change their bytes, so a file that is replaced was damaged;
 * files that the backup does not name stay, because devices may send the edits that need them.
 */
export async function restoreFile(path: string, { backup, dataFolder, staging }: FileRestore): Promise<void> {
  const part = join(staging, 'file');
  const target = join(dataFolder, path);
  await mkdir(dirname(target), { recursive: true, mode: 0o700 });
  await copyFile(join(backup, path), part, constants.COPYFILE_FICLONE);
  await chmod(part, 0o600);
  await syncToDisk(part);
  await renameDurably(part, target);
}

async function isIntact(path: string, { digest }: NamedFile, sizeBytes: number): Promise<boolean> {
  if ((await sizeOf(path)) !== sizeBytes) return false;
  return digest === null || (await measureFile(path)).digest === digest;
}
