import { mkdirSync } from 'node:fs';
import { ConfigError } from './config.ts';
import { isDiskFull } from './disk-full.ts';
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
 * Returns the function that releases it. Throws DataFolderInUseError, or ConfigError with what to do.
 */
export function lockDataFolder(folder: string): () => void {
  const unlock = tryLock(folder);
  if (unlock === null) throw new DataFolderInUseError(folder);
  return unlock;
}

function tryLock(folder: string): (() => void) | null {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    return tryLockFolder(folder);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    const advice = isDiskFull(error)
      ? 'Free some space on its disk.'
      : 'Correct its owner or its mode, or name another folder.';
    throw new ConfigError(`CARREL_DATA: ${folder} cannot be used (${reason}). ${advice}`, { cause: error });
  }
}
