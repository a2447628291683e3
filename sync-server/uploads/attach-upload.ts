import * as v from 'valibot';
import { UploadId, type UploadKind } from '#schema/sync/upload.ts';
import type { Db } from '../db/open.ts';
import type { Trx } from '../db/transaction.ts';
import type { UploadRow } from '../db/upload-tables.ts';
import type { Deps } from '../deps.ts';
import { ApiError } from '../http/reply/api-error.ts';
import { readFileHead } from '../media-store/folder-incoming.ts';
import { measureFile } from '../media-store/measure-file.ts';
import { MissingFileError } from '../media-store/media-store.ts';
import { discardUpload } from './discard-uploads.ts';
import type { ReceivedFile } from './files/receive-file.ts';
import { requireKind } from './files/upload-kind.ts';
import { claimUpload, findUpload, findUploadOfFile } from './upload-queries.ts';

const Body = v.object({ uploadId: UploadId });

/** A finished upload whose bytes were verified and are durable, or why it cannot be attached. */
export type Ready<Prepared> =
  | { readonly refusal: ApiError }
  | {
      readonly refusal: null;
      readonly upload: UploadRow;
      readonly digest: string;
      readonly prepared: Prepared;
    };

interface Wanted<Prepared> {
  readonly kind: UploadKind;
  readonly userId: string;
  /** Prepares the bytes for display. An ApiError that it throws is the rejection. */
  readonly make: (received: ReceivedFile, upload: UploadRow) => Promise<Prepared>;
}

/**
 * The slow part of attaching an upload, outside of any transaction. Rejections are returned, to be thrown
 * where they leave a receipt; server errors (a full disk) are thrown.
 */
export async function prepareUpload<Prepared>(
  deps: Deps,
  body: unknown,
  { kind, userId, make }: Wanted<Prepared>,
): Promise<Ready<Prepared>> {
  try {
    const upload = await getFinished(deps, body, { kind, userId });
    return await withBytes(deps, upload, async (path) => {
      const received = await receive(deps, upload, path);
      return { refusal: null, upload, digest: received.digest, prepared: await make(received, upload) };
    });
  } catch (error) {
    // Another command attached the upload while this one read its bytes, which were then deleted.
    if (isMissingFile(error)) return { refusal: new ApiError('upload_gone') };
    if (!(error instanceof ApiError) || error.status >= 500) throw error;
    return { refusal: error };
  }
}

const isMissingFile = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'ENOENT';

/**
 * An upload whose objects a bucket has lost begins anew when the device sends it again. Those of one that was attached
 * meanwhile are not lost.
 */
async function withBytes<T>(
  deps: Deps,
  { fileId }: UploadRow,
  work: (path: string) => Promise<T>,
): Promise<T> {
  try {
    return await deps.mediaStore.incoming.withLocalFile(fileId, work);
  } catch (error) {
    if (!(error instanceof MissingFileError)) throw error;
    if ((await findUploadOfFile(deps.db, fileId))?.attachedAt === null) await discardUpload(deps, fileId);
    throw new ApiError('upload_gone');
  }
}

/** Whether there is no such upload, or no more. */
export function isGone(ready: Ready<unknown> | undefined): boolean {
  return ready === undefined || ready.refusal?.code === 'upload_gone';
}

/** Claims a prepared upload, once. Throws ApiError: why it could not be prepared, or 409 `upload_gone`. */
export async function takeUpload<Prepared>(trx: Trx, ready: Ready<Prepared> | undefined, at: string) {
  if (ready === undefined) throw new ApiError('upload_gone');
  if (ready.refusal !== null) throw ready.refusal;
  if (!(await claimUpload(trx, ready.upload.fileId, at))) throw new ApiError('upload_gone');
  return ready;
}

async function getFinished(
  { db, mediaStore }: Deps,
  body: unknown,
  { kind, userId }: { kind: UploadKind; userId: string },
): Promise<UploadRow> {
  const upload = await findNamed(db, body, userId);
  if (upload?.kind !== kind || upload.attachedAt !== null) throw new ApiError('upload_gone');
  const sizeBytes = await mediaStore.incoming.count(upload.fileId);
  if (sizeBytes < upload.sizeBytes) throw new ApiError('upload_incomplete');
  return upload;
}

/** Returns the user's upload that a command names. */
export function findNamed(db: Db, body: unknown, userId: string): Promise<UploadRow | undefined> {
  const input = v.safeParse(Body, body);
  // The command's own parser rejects the input.
  if (!input.success) throw new ApiError('invalid_input');
  return findUpload(db, userId, input.output.uploadId.toLowerCase());
}

/** Reads the whole file once. Deletes a file that is damaged or not a video; the device uploads it again. */
async function receive(deps: Deps, upload: UploadRow, path: string): Promise<ReceivedFile> {
  const { digest, sizeBytes } = await measureFile(path);
  const head = await readFileHead(path);
  try {
    if (upload.digest !== null && upload.digest !== digest) throw new ApiError('upload_broken');
    requireKind(upload.kind, head);
  } catch (error) {
    await discardUpload(deps, upload.fileId);
    throw error;
  }
  return { path, sizeBytes, digest, head };
}
