import { chmodSync, existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Logger } from 'pino';

/**
 * Files and folders that this process creates are for its own user only, whatever the data folder's origin.
 */
const OWNER_ONLY = 0o077;

export const PRIVATE_FILES: readonly string[] = [
  ...['carrel.sqlite', 'carrel.sqlite-wal', 'carrel.sqlite-shm'],
  ...['limits.sqlite', 'limits.sqlite-wal', 'limits.sqlite-shm'],
  ...['watermark.json', 'restore.json', 'restore-journal.json', 'secret', 'lock.sqlite', 'erasures.jsonl'],
];
export const PRIVATE_FOLDERS: readonly string[] = [
  'media',
  'thumbnails',
  'incoming',
  'uploads',
  'mail',
  'copies',
  'replaced',
];

/** Sets the umask of the process; must run before the first file is created. */
export function makeOwnFilesPrivate(): void {
  process.umask(OWNER_ONLY);
}

/**
 * Restricts what earlier versions created with wider modes. The data folder's own mode is the operator's
 * choice.
 */
export function restrictOldFiles(dataFolder: string, log: Logger): void {
  const restrict = (name: string, mode: number) => {
    const path = join(dataFolder, name);
    if (!existsSync(path)) return;
    try {
      chmodSync(path, mode);
    } catch (error) {
      log.warn(
        { path, error: String(error) },
        'other users of this machine can read this path: its mode could not be changed',
      );
    }
  };
  for (const name of PRIVATE_FILES) restrict(name, 0o600);
  for (const name of PRIVATE_FOLDERS) restrict(name, 0o700);
}
