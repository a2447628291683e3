import { mkdir, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { newFileId } from './stored-names.ts';

/** Temporary files of this process: files being received, images and videos being created. */
const temporaryFolder = (dataFolder: string): string => join(dataFolder, 'uploads');

/** Returns a new, unguessable path for a temporary file, on the disk where a file of the folder store will stay. */
export async function temporaryPath(dataFolder: string): Promise<string> {
  const folder = temporaryFolder(dataFolder);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  return join(folder, newFileId());
}

/** Deletes local files, whether they exist or not. */
export async function removeFiles(...paths: readonly string[]): Promise<void> {
  for (const path of paths) await rm(path, { force: true });
}

/**
 * Deletes the temporary files of an earlier process and returns how many. Only at startup: later, other
 * uploads use the same folder.
 */
export async function sweepTemporaryFiles(dataFolder: string): Promise<number> {
  const folder = temporaryFolder(dataFolder);
  const names = await readdir(folder).catch(() => []);
  for (const name of names) await rm(join(folder, name), { recursive: true, force: true });
  return names.length;
}
