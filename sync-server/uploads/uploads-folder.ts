import { mkdir, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { newFileId } from '../media/media-folder.ts';

/** What is still on its way: files being received, pictures and films being made. */
const uploadsFolder = (dataFolder: string): string => join(dataFolder, 'uploads');

/** A new path for a file that is being made, on the disk where it will stay; nothing of it can be guessed. */
export async function temporaryPath(dataFolder: string): Promise<string> {
  const folder = uploadsFolder(dataFolder);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  return join(folder, newFileId());
}

/** Removes files, whether they are there or not. */
export async function removeFiles(...paths: readonly string[]): Promise<void> {
  for (const path of paths) await rm(path, { force: true });
}

/**
 * Removes what an earlier process left half done and says how many files that were. Only for the start:
 * later, other uploads are on their way in the same folder.
 */
export async function sweepUploads(dataFolder: string): Promise<number> {
  const folder = uploadsFolder(dataFolder);
  const names = await readdir(folder).catch(() => []);
  for (const name of names) await rm(join(folder, name), { recursive: true, force: true });
  return names.length;
}
