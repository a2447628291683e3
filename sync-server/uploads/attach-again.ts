import type { FileRow } from '../db/tables.ts';
import type { Trx } from '../db/transaction.ts';
import type { Deps } from '../deps.ts';
import { ApiError } from '../http/reply/api-error.ts';
import { findFile, insertFile } from '../media/file-queries.ts';
import { mediaName } from '../media-store/stored-names.ts';
import { findNamed, isGone, type Ready } from './attach-upload.ts';
import { discardUpload } from './discard-uploads.ts';
import { claimUpload, touchUpload } from './upload-queries.ts';

/*
 * A file that several resources refer to is uploaded once (docs/why/outbox.md). The first command stores it under the
 * id of the upload, whose row stays until no command has used it for two days; others refer to the stored file.
 */

/**
 * Returns an upload that was attached, with the type of the file that it became; undefined without one. An upload whose
 * file is not in the store any more begins anew when the device sends it again.
 */
export async function findAttached(
  deps: Pick<Deps, 'db' | 'mediaStore'>,
  body: unknown,
  userId: string,
): Promise<Ready<string> | undefined> {
  const upload = await findNamed(deps.db, body, userId);
  if (upload?.kind !== 'file' || upload.attachedAt === null) return undefined;
  const file = await findFile(deps.db, upload.fileId);
  if (file !== undefined && (await deps.mediaStore.findFile(mediaName(file.id))) !== null)
    return { refusal: null, upload, digest: file.digest, prepared: file.contentType };
  await discardUpload(deps, upload.fileId);
  return undefined;
}

/** Whether an earlier command attached the upload, or there is no such upload any more. */
export const isSpent = (ready: Ready<unknown> | undefined): boolean =>
  ready === undefined || (ready.refusal === null ? ready.upload.attachedAt !== null : isGone(ready));

interface Use {
  /** The name of the file. It keeps the one of its first command. */
  readonly name: string;
  readonly at: string;
}

/**
 * Uses a prepared upload, which other commands may have used, and returns the file that it became. Throws
 * ApiError: why it could not be prepared, or 409 `upload_gone`.
 */
export async function shareUpload(
  trx: Trx,
  ready: Ready<string> | undefined,
  { name, at }: Use,
): Promise<Pick<FileRow, 'id' | 'contentType'>> {
  if (ready === undefined) throw new ApiError('upload_gone');
  if (ready.refusal !== null) throw ready.refusal;
  const { upload, digest, prepared: contentType } = ready;
  const { fileId: id, sizeBytes } = upload;
  if (await claimUpload(trx, id, at)) {
    await insertFile(trx, { id, name, contentType, sizeBytes, digest });
    return { id, contentType };
  }
  if ((await findFile(trx, id)) === undefined) throw new ApiError('upload_gone');
  await touchUpload(trx, id, at);
  return { id, contentType };
}
