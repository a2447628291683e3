import { mkdirSync } from 'node:fs';
import { tryLockFolder } from './lock-folder.ts';

/** Another process uses the data folder. Nothing in it was touched. */
export class DataFolderInUseError extends Error {
  constructor(folder: string) {
    super(
      `Another Carrel server uses the data folder ${folder}. Nothing was changed. Stop that server, or choose ` +
        'another folder with CARREL_DATA.',
    );
  }
}

/**
 * Locks the data folder, which is created if it does not exist, for this process alone. Taken before anything in
 * the folder is read or written: a second server would remove the uploads that the first one is receiving, and
 * migrate its database.
 *
 * Returns the function that releases it. Throws DataFolderInUseError, or the error of the file system.
 */
export function lockDataFolder(folder: string): () => void {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const unlock = tryLockFolder(folder);
  if (unlock === null) throw new DataFolderInUseError(folder);
  return unlock;
}
