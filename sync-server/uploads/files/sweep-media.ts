import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Database, Db } from '../../db/open.ts';
import { inTransaction } from '../../db/transaction.ts';
import { mediaPath, thumbnailsFolder } from '../../media/media-folder.ts';
import { thumbnailPaths } from './thumbnail-image.ts';
import { listThumbnails } from './thumbnail-queries.ts';
import { markUnusedFiles, removeUnusedFiles } from './unused-file-queries.ts';
import { removeFiles } from './uploads-folder.ts';

const HOUR_MS = 60 * 60 * 1_000;
/**
 * Devices hold the address of a replaced video for a day at most, and an admin may want it back; a thumbnail
 * is without a row only for a moment.
 */
const UNUSED_FILES_RETENTION_MS = 7 * 24 * HOUR_MS;
const UNUSED_THUMBNAILS_RETENTION_MS = HOUR_MS;

/** Deletes videos and thumbnails that have not been used for a while; returns how many files. */
export async function sweepMedia(db: Database, dataFolder: string, now: Date): Promise<number> {
  return (await sweepFiles(db, dataFolder, now)) + (await sweepThumbnails(db, dataFolder, now));
}

async function sweepFiles(db: Database, dataFolder: string, now: Date): Promise<number> {
  const oldest = new Date(now.getTime() - UNUSED_FILES_RETENTION_MS).toISOString();
  const removed = await inTransaction(db, async (trx) => {
    await markUnusedFiles(trx, now.toISOString());
    return removeUnusedFiles(trx, oldest);
  });
  await removeFiles(...removed.map((id) => mediaPath(dataFolder, id)));
  return removed.length;
}

async function sweepThumbnails(db: Db, dataFolder: string, now: Date): Promise<number> {
  const folder = thumbnailsFolder(dataFolder);
  const names = await readdir(folder).catch(() => []);
  const used = new Set(
    [...(await listThumbnails(db))].flatMap((address) => thumbnailPaths(dataFolder, address)),
  );
  const oldestMs = now.getTime() - UNUSED_THUMBNAILS_RETENTION_MS;
  let removed = 0;
  for (const path of names.map((name) => join(folder, name))) {
    if (used.has(path)) continue;
    const found = await stat(path).catch(() => null);
    if (found === null || found.mtimeMs > oldestMs) continue;
    await removeFiles(path);
    removed += 1;
  }
  return removed;
}
