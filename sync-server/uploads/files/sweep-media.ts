import { TRASH_DAYS } from '#schema/limits.ts';
import type { Db } from '#sync-server/db/open.ts';
import { inTransaction } from '#sync-server/db/transaction.ts';
import type { Deps } from '#sync-server/deps.ts';
import { mediaName, thumbnailNames } from '#sync-server/media-store/stored-names.ts';
import { type Swept, sweepPlace } from './sweep-place.ts';
import { listThumbnails } from './thumbnail-queries.ts';
import { listNamedFiles, markUnusedFiles, removeUnusedFiles } from './unused-file-queries.ts';

const HOUR_MS = 60 * 60 * 1_000;
/**
 * A deleted lesson can be restored for as long as a course, and an admin may want a replaced video back; a thumbnail is
 * without a row only for a moment.
 */
const UNUSED_FILES_RETENTION_MS = TRASH_DAYS * 24 * HOUR_MS;
const UNUSED_THUMBNAILS_RETENTION_MS = HOUR_MS;
const UNNAMED_FILES_RETENTION_MS = 24 * HOUR_MS;

/** Names of stored files; anything else in the folder is not ours. */
const FILE_ID = /^[\da-f]{32}$/;

type Needs = Pick<Deps, 'db' | 'mediaStore'>;

/**
 * Deletes videos and thumbnails that have not been used for a while, and files that no row names, as a kill or a
 * restored backup leaves them. Returns what was deleted from the folders without a row.
 */
export async function sweepMedia(
  deps: Needs,
  now: Date,
): Promise<Readonly<Record<'media' | 'thumbnails', Swept>>> {
  const { db, mediaStore } = deps;
  await sweepUnused(deps, now);
  const nowMs = now.getTime();
  const media = await sweepPlace({
    mediaStore,
    place: 'media',
    oldestMs: nowMs - UNNAMED_FILES_RETENTION_MS,
    findUsed: (names) => findUsed(db, names),
  });
  const shown = new Set(
    [...(await listThumbnails(db))].flatMap(thumbnailNames).map((name) => name.slice('thumbnails/'.length)),
  );
  const thumbnails = await sweepPlace({
    mediaStore,
    place: 'thumbnails',
    oldestMs: nowMs - UNUSED_THUMBNAILS_RETENTION_MS,
    findUsed: async () => shown,
  });
  return { media, thumbnails };
}

async function sweepUnused({ db, mediaStore }: Needs, now: Date): Promise<void> {
  const oldest = new Date(now.getTime() - UNUSED_FILES_RETENTION_MS).toISOString();
  const removed = await inTransaction(db, async (trx) => {
    await markUnusedFiles(trx, now.toISOString());
    return removeUnusedFiles(trx, oldest);
  });
  await mediaStore.remove(...removed.map(mediaName));
}

async function findUsed(db: Db, names: readonly string[]): Promise<ReadonlySet<string>> {
  const foreign = names.filter((name) => !FILE_ID.test(name));
  return new Set([...(await listNamedFiles(db, names)), ...foreign]);
}
