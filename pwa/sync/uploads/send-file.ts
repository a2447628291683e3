import { isForeign } from '#pwa/api/foreign.ts';
import { beginUpload, fetchOffset, sendPiece, type TusResponse } from '#pwa/api/tus.ts';
import type { UploadRow } from '#pwa/store/database/upload-rows.ts';
import { stepOfCode } from '#schema/account/required-step.ts';
import {
  adminMessages,
  fileBlockedMessage,
  thumbnailFailedMessage,
  thumbnailNetworkMessage,
} from '#schema/messages/admin-messages.ts';
import { messages } from '#schema/messages/messages.ts';
import { growPiece, pieceBytes, shrinkPiece } from './piece-size.ts';

/** The result of sending a file. */
export type SendOutcome =
  | { readonly kind: 'arrived' }
  /** At the user's request: paused, removed, signed out. */
  | { readonly kind: 'stopped' }
  /** The session has ended; the upload resumes after the next login. */
  | { readonly kind: 'sessionOver' }
  | {
      readonly kind: 'retry';
      readonly problem: string;
      readonly status: number;
      readonly retryAfterMs: number | null;
      /** Something between this device and the server replied in its place. */
      readonly isBlocked: boolean;
    }
  | { readonly kind: 'refused'; readonly problem: string; readonly status: number };

interface TransferContext {
  readonly token: string;
  readonly signal: AbortSignal;
  /** Receives how many bytes the server has. Returns false to stop. */
  onProgress(sentBytes: number): Promise<boolean>;
}

/** Statuses that do not concern the file: a retry may succeed. */
const RETRY_STATUSES: readonly number[] = [0, 401, 408, 409, 412, 423, 425, 429];
/** How often in a row the server may report another offset before this attempt fails. */
const MISMATCHES_MAX = 3;

/**
 * Sends a file from the server's offset, piece by piece, each after the response to the one before: progress
 * counts only what the server has confirmed. Never rejects because of the connection.
 */
export async function sendFile(row: UploadRow, bytes: Blob, context: TransferContext): Promise<SendOutcome> {
  const { uploadId: id, sizeBytes } = row;
  let at = await findPlace(row, context);
  for (let mismatches = 0; typeof at === 'number' && at < sizeBytes; ) {
    if (context.signal.aborted || !(await context.onProgress(at))) return { kind: 'stopped' };
    const startedMs = performance.now();
    const piece = bytes.slice(at, at + pieceBytes());
    const response = await sendPiece({ id, offset: at, piece }, context);
    if (response.isTus && response.status === 204 && response.offset !== null) {
      growPiece(performance.now() - startedMs);
      at = response.offset;
      mismatches = 0;
    } else if (response.isTus && [404, 409].includes(response.status) && mismatches < MISMATCHES_MAX) {
      mismatches += 1;
      at = await findPlace(row, context);
    } else {
      shrinkPiece();
      return judge(row, response, context);
    }
  }
  if (typeof at !== 'number') return at;
  return (await context.onProgress(sizeBytes)) ? { kind: 'arrived' } : { kind: 'stopped' };
}

/** Returns the server's offset; creates the upload, under the same id, if the server does not know it. */
async function findPlace(row: UploadRow, context: TransferContext): Promise<number | SendOutcome> {
  const known = await fetchOffset(row.uploadId, context);
  if (known.isTus && known.status === 200 && known.offset !== null) return known.offset;
  // A refused HEAD has no body; creating the upload, which is harmless to repeat, returns the reason.
  if (!known.isTus || ![403, 404].includes(known.status)) return judge(row, known, context);
  const { uploadId: id, kind, sizeBytes, digest } = row;
  const begun = await beginUpload(
    { id, kind, sizeBytes, ...(digest === null ? {} : { sha256: digest }) },
    context,
  );
  if (begun.isTus && begun.status === 201) {
    // A request whose response was lost may have created it.
    const again = await fetchOffset(id, context);
    return again.isTus && again.status === 200 && again.offset !== null
      ? again.offset
      : judge(row, again, context);
  }
  return judge(row, begun, context);
}

function judge({ kind }: UploadRow, response: TusResponse, { signal }: TransferContext): SendOutcome {
  const { status, error, retryAfterMs } = response;
  if (signal.aborted) return { kind: 'stopped' };
  if (response.endsSession) return { kind: 'sessionOver' };
  const isRefusal = response.isTus && status >= 400 && status < 500 && !isForAnotherTime(response);
  const isBlocked = isForeign(response);
  const fallback = status === 403 ? messages.notAllowed : fallbackOf(kind, status);
  const problem = isBlocked ? fileBlockedMessage(status) : (error?.error ?? fallback);
  if (isRefusal) return { kind: 'refused', problem, status };
  return { kind: 'retry', problem, status, retryAfterMs, isBlocked };
}

/** Includes the 403 for an account that has a required step to do. */
function isForAnotherTime({ status, error }: TusResponse): boolean {
  return RETRY_STATUSES.includes(status) || stepOfCode(error?.code) !== null;
}

/** The message if the server sent none (spec map, section 8). */
function fallbackOf(kind: UploadRow['kind'], status: number): string {
  if (kind === 'file') return status === 0 ? messages.networkError : adminMessages.fileAttachFailed;
  if (kind === 'video') return status === 0 ? messages.networkError : adminMessages.videoUploadFailed;
  return status === 0
    ? thumbnailNetworkMessage('no response from the server')
    : thumbnailFailedMessage(status);
}
