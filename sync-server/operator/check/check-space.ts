import { statfs } from 'node:fs/promises';
import { join } from 'node:path';
import { findNewestBackup } from '#sync-server/backup/backup-folders.ts';
import { sizeOf } from '#sync-server/backup/copy-files.ts';
import { DATABASE_FILE } from '#sync-server/backup/verify-backup.ts';
import type { Config } from '#sync-server/config.ts';
import { error, type Finding, ok, warning } from '../finding.ts';
import { formatBytes } from '../format-bytes.ts';

const MB = 1024 * 1024;
/** One upload of a video with its transcoded form. */
const NEEDED_BYTES = 256 * MB;
const COMFORTABLE_BYTES = 2 * 1024 * MB;
/** A backup is late after this many intervals. */
const LATE_INTERVALS = 2;

/** The space on the disk of the data folder, and the age of the newest backup. */
export async function checkSpace(config: Config): Promise<Finding[]> {
  return [await checkDisk(config.dataFolder), ...(await checkBackups(config))];
}

export async function checkDisk(dataFolder: string): Promise<Finding> {
  const { bavail, bsize } = await statfs(dataFolder);
  const freeBytes = bavail * bsize;
  const databaseBytes = (await sizeOf(join(dataFolder, DATABASE_FILE))) ?? 0;
  const text = `${formatBytes(freeBytes)} free, the database has ${formatBytes(databaseBytes)}`;
  if (freeBytes < NEEDED_BYTES) return error('space', text);
  // An upgrade copies the database first.
  if (freeBytes < COMFORTABLE_BYTES || freeBytes < 2 * databaseBytes) return warning('space', text);
  return ok('space', text);
}

async function checkBackups({ backup }: Config): Promise<Finding[]> {
  if (backup === undefined) return [warning('backups', 'CARREL_BACKUP is not set: the server makes none')];
  const newest = await findNewestBackup(backup.folder);
  if (newest === undefined) return [error('backups', `${backup.folder} has none`)];
  const { takenAt, missing, damaged } = newest.manifest;
  const text = `the newest is of ${takenAt}`;
  if (missing.length + damaged.length > 0)
    return [warning('backups', `${text} and lacks ${missing.length + damaged.length} files`)];
  const isLate = Date.now() - Date.parse(takenAt) > LATE_INTERVALS * backup.everyMs;
  return [
    isLate
      ? error('backups', `${text}, although one is due each ${backup.everyMs / 3_600_000} hours`)
      : ok('backups', text),
  ];
}
