import { join } from 'node:path';
import Sqlite from 'better-sqlite3';

/**
 * Locks a folder for this process alone with the file `lock.sqlite` in it. The operating system releases the lock
 * when the process ends, however it ends. Returns the function that releases it, or null if another process holds
 * it. Throws the error of the file system.
 */
export function tryLockFolder(folder: string): (() => void) | null {
  // SQLite's own file lock, because Node has none.
  const lock = new Sqlite(join(folder, 'lock.sqlite'), { timeout: 0 });
  try {
    lock.pragma('locking_mode = EXCLUSIVE');
    lock.exec('begin exclusive');
  } catch (error) {
    lock.close();
    if (error instanceof Sqlite.SqliteError && error.code.startsWith('SQLITE_BUSY')) return null;
    throw error;
  }
  return () => {
    lock.close();
  };
}
