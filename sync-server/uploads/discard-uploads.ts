import { UPLOAD_RETENTION_MS } from '#schema/sync/upload.ts';
import { inTransaction } from '../db/transaction.ts';
import type { UploadRow } from '../db/upload-tables.ts';
import type { Deps } from '../deps.ts';
import { mediaName } from '../media-store/stored-names.ts';
import { findUploadOfFile, isStoredFile, listSpentUploads, removeUploadRow } from './upload-queries.ts';

type Needs = Pick<Deps, 'db' | 'mediaStore'>;

/**
 * Deletes an upload, and the copy of its bytes among the videos unless a video is shown under its name. Bytes first:
 * leftovers of a crash in between are found by the row.
 */
export async function discardUpload({ db, mediaStore }: Needs, fileId: string): Promise<void> {
  await mediaStore.incoming.remove(fileId);
  if (!(await isStoredFile(db, fileId))) await mediaStore.remove(mediaName(fileId));
  await inTransaction(db, (trx) => removeUploadRow(trx, fileId));
}

/** Deletes the remains of a user's attached uploads. */
export async function discardAttached(deps: Needs, userId: string): Promise<void> {
  await discardAll(deps, await listSpentUploads(deps.db, { userId }));
}

/** Deletes uploads that were inactive for 48 hours, and bytes without a row; returns how many. */
export async function sweepStaleUploads(deps: Needs & Pick<Deps, 'clock'>): Promise<number> {
  const oldestMs = deps.clock.now().getTime() - UPLOAD_RETENTION_MS;
  const stale = await listSpentUploads(deps.db, { before: new Date(oldestMs).toISOString() });
  await discardAll(deps, stale);
  return stale.length + (await sweepBytesWithoutRow(deps, oldestMs));
}

async function sweepBytesWithoutRow({ db, mediaStore: { incoming } }: Needs, oldestMs: number) {
  let removed = 0;
  for await (const fileIds of incoming.list()) {
    for (const fileId of fileIds) {
      if ((await findUploadOfFile(db, fileId)) !== undefined) continue;
      const changedAtMs = await incoming.findChangedAtMs(fileId);
      if (changedAtMs === null || changedAtMs > oldestMs) continue;
      await incoming.remove(fileId);
      removed += 1;
    }
  }
  return removed;
}

async function discardAll(deps: Needs, rows: readonly UploadRow[]): Promise<void> {
  for (const { fileId } of rows) await discardUpload(deps, fileId);
}
