import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import Sqlite from 'better-sqlite3';

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
 * migrate its database. The operating system releases the lock when the process ends, however it ends.
 *
 * Returns the function that releases it. Throws DataFolderInUseError, or the error of the file system.
 */
export function lockDataFolder(folder: string): () => void {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  // SQLite's own file lock, because Node has none.
  const lock = new Sqlite(join(folder, 'lock.sqlite'), { timeout: 0 });
  try {
    lock.pragma('locking_mode = EXCLUSIVE');
    lock.exec('begin exclusive');
  } catch (error) {
    lock.close();
    const isLocked = error instanceof Sqlite.SqliteError && error.code.startsWith('SQLITE_BUSY');
    throw isLocked ? new DataFolderInUseError(folder) : error;
  }
  return () => {
    lock.close();
  };
}
