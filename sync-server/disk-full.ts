import type { Logger } from 'pino';

/** No space, no quota, or file size limit; from the file system, SQLite, PostgreSQL (disk_full) and the store of media. */
const FULL = new Set([
  'ENOSPC',
  'EDQUOT',
  'EFBIG',
  'SQLITE_FULL',
  'SQLITE_IOERR_SHMSIZE',
  '53100',
  'STORE_FULL',
]);

/** Whether an error means that the disk has no space for the write. */
export function isDiskFull(error: unknown): boolean {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' && FULL.has(error.code);
}

/**
 * Runs an optional write, such as a counter or a time of last use: on a full disk it logs a warning and
 * returns null, so signing in and reading continue to work. Other errors are rethrown.
 */
export async function unlessDiskFull<T>(
  log: Logger,
  what: string,
  work: () => Promise<T> | T,
): Promise<T | null> {
  try {
    return await work();
  } catch (error) {
    if (!isDiskFull(error)) throw error;
    log.warn({ what }, 'the disk is full: not written');
    return null;
  }
}
