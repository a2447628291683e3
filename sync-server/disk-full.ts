import type { Logger } from 'pino';

/** No space, no quota, no larger file allowed; from the file system and from SQLite. */
const FULL = new Set(['ENOSPC', 'EDQUOT', 'EFBIG', 'SQLITE_FULL', 'SQLITE_IOERR_SHMSIZE']);

/** Whether an error says that the disk has no room for what was to be written. */
export function isDiskFull(error: unknown): boolean {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' && FULL.has(error.code);
}

/**
 * Runs a write that the caller can do without, such as a counter or a time of last use: on a full disk it logs a
 * warning and returns null, so that signing in and reading go on. Other errors pass through.
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
