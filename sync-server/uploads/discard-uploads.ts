import { stat } from 'node:fs/promises';
import { UPLOAD_RETENTION_MS } from '#schema/sync/upload.ts';
import type { UploadRow } from '../db/tables.ts';
import { inTransaction } from '../db/transaction.ts';
import type { Deps } from '../deps.ts';
import { incomingPath, listIncoming, removeIncoming } from './files/incoming-folder.ts';
import { findUploadOfFile, isStoredFile, listSpentUploads, removeUploadRow } from './upload-queries.ts';

type Needs = Pick<Deps, 'db' | 'config'>;

/** Deletes an upload, bytes first: leftovers of a crash between the two are found by the row. */
export async function discardUpload({ db, config }: Needs, fileId: string): Promise<void> {
  await removeIncoming(config.dataFolder, fileId, await isStoredFile(db, fileId));
  await inTransaction(db, (trx) => removeUploadRow(trx, fileId));
}

/** Deletes the remains of a user's attached uploads. */
export async function discardAttached(deps: Needs, userId: string): Promise<void> {
  await discardAll(deps, await listSpentUploads(deps.db, { userId }));
}

/** Deletes uploads that were inactive for 48 hours, and bytes without a row; returns how many. */
export async function sweepStaleUploads(deps: Pick<Deps, 'db' | 'config' | 'clock'>): Promise<number> {
  const { db, config, clock } = deps;
  const oldest = clock.now().getTime() - UPLOAD_RETENTION_MS;
  const stale = await listSpentUploads(db, { before: new Date(oldest).toISOString() });
  await discardAll(deps, stale);
  let removed = stale.length;
  for (const fileId of await listIncoming(config.dataFolder)) {
    if ((await findUploadOfFile(db, fileId)) !== undefined) continue;
    const found = await stat(incomingPath(config.dataFolder, fileId)).catch(() => null);
    if (found === null || found.mtimeMs > oldest) continue;
    await removeIncoming(config.dataFolder, fileId, true);
    removed += 1;
  }
  return removed;
}

async function discardAll(deps: Needs, rows: readonly UploadRow[]): Promise<void> {
  for (const { fileId } of rows) await discardUpload(deps, fileId);
}
