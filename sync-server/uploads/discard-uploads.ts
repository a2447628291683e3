import { UPLOAD_RETENTION_MS } from '#schema/sync/upload.ts';
import { inTransaction } from '../db/transaction.ts';
import type { UploadRow } from '../db/upload-tables.ts';
import type { Deps } from '../deps.ts';
import { mediaName } from '../media-store/stored-names.ts';
import { findUploadOfFile, isStoredFile, listStaleUploads, removeUploadRow } from './upload-queries.ts';

type Needs = Pick<Deps, 'db' | 'mediaStore'>;

/**
 * Deletes an upload, and the copy of its bytes among the files unless a row names that. Bytes first:
 * leftovers of a crash in between are found by the row.
 */
export async function discardUpload({ db, mediaStore }: Needs, fileId: string): Promise<void> {
  await mediaStore.incoming.remove(fileId);
  if (!(await isStoredFile(db, fileId))) await mediaStore.remove(mediaName(fileId));
  await inTransaction(db, (trx) => removeUploadRow(trx, fileId));
}

/** Deletes what no command needs of an upload that was just attached: of a file, only the bytes that were received. */
export async function discardAttached(deps: Needs, { fileId, kind, attachedAt }: UploadRow): Promise<void> {
  if (kind !== 'file') await discardUpload(deps, fileId);
  else if (attachedAt === null) await deps.mediaStore.incoming.remove(fileId);
}

/** Deletes uploads that were inactive for 48 hours, and bytes without a row; returns how many. */
export async function sweepStaleUploads(deps: Needs & Pick<Deps, 'clock'>): Promise<number> {
  const oldestMs = deps.clock.now().getTime() - UPLOAD_RETENTION_MS;
  const stale = await listStaleUploads(deps.db, new Date(oldestMs).toISOString());
  for (const { fileId } of stale) await discardUpload(deps, fileId);
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
