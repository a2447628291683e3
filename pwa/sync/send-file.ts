import { adminMessages, thumbnailFailedMessage, thumbnailNetworkMessage } from '#schema/admin-messages.ts';
import { messages } from '#schema/messages.ts';
import { stepOfCode } from '#schema/required-step.ts';
import { askOffset, beginUpload, sendPiece, type TusAnswer } from '../api/tus.ts';
import type { UploadRow } from '../store/upload-rows.ts';
import { growPiece, pieceBytes, shrinkPiece } from './piece-size.ts';

/** What came of sending a file, as far as it went. */
export type SendOutcome =
  | { readonly kind: 'arrived' }
  /** By the person's word: paused, taken back, signed out. */
  | { readonly kind: 'stopped' }
  /** Their session is over; it goes on when they are back. */
  | { readonly kind: 'sessionOver' }
  | {
      readonly kind: 'retry';
      readonly problem: string;
      readonly status: number;
      readonly retryAfterMs: number | null;
    }
  | { readonly kind: 'refused'; readonly problem: string; readonly status: number };

interface Way {
  readonly token: string;
  readonly signal: AbortSignal;
  /** Hears how many bytes the server has. False: stop here. */
  onProgress(sentBytes: number): Promise<boolean>;
}

/** Statuses that say nothing about the file: another try may fare better. */
const RETRY_STATUSES: readonly number[] = [0, 401, 408, 409, 412, 423, 425, 429];
/** How often in a row the server may say that it stands elsewhere before this try is given up. */
const STRAYS_MAX = 3;

/**
 * Sends a file from where the server says it is, piece by piece, each only after the one before it was
 * answered: what is counted as sent is what the server said it has. Never rejects for the line's sake.
 */
export async function sendFile(row: UploadRow, bytes: Blob, way: Way): Promise<SendOutcome> {
  const { uploadId: id, sizeBytes } = row;
  let at = await findPlace(row, way);
  for (let strays = 0; typeof at === 'number' && at < sizeBytes; ) {
    if (way.signal.aborted || !(await way.onProgress(at))) return { kind: 'stopped' };
    const startedMs = performance.now();
    const piece = bytes.slice(at, at + pieceBytes());
    const answer = await sendPiece({ id, offset: at, piece }, way);
    if (answer.isTus && answer.status === 204 && answer.offset !== null) {
      growPiece(performance.now() - startedMs);
      at = answer.offset;
      strays = 0;
    } else if (answer.isTus && [404, 409].includes(answer.status) && strays < STRAYS_MAX) {
      strays += 1;
      at = await findPlace(row, way);
    } else {
      shrinkPiece();
      return judge(row, answer, way);
    }
  }
  if (typeof at !== 'number') return at;
  return (await way.onProgress(sizeBytes)) ? { kind: 'arrived' } : { kind: 'stopped' };
}

/** Where the server stands; an upload that it does not know is begun, under the same id. */
async function findPlace(row: UploadRow, way: Way): Promise<number | SendOutcome> {
  const known = await askOffset(row.uploadId, way);
  if (known.isTus && known.status === 200 && known.offset !== null) return known.offset;
  // A HEAD is refused without a body; beginning it, which is harmless to repeat, says why.
  if (!known.isTus || ![403, 404].includes(known.status)) return judge(row, known, way);
  const { uploadId: id, kind, sizeBytes, digest } = row;
  const begun = await beginUpload(
    { id, kind, sizeBytes, ...(digest === null ? {} : { sha256: digest }) },
    way,
  );
  if (begun.isTus && begun.status === 201) {
    // It may have been begun before, by a request whose answer got lost.
    const again = await askOffset(id, way);
    return again.isTus && again.status === 200 && again.offset !== null
      ? again.offset
      : judge(row, again, way);
  }
  return judge(row, begun, way);
}

function judge({ kind }: UploadRow, answer: TusAnswer, { signal }: Way): SendOutcome {
  const { status, error, retryAfterMs } = answer;
  if (signal.aborted) return { kind: 'stopped' };
  if (answer.endsSession) return { kind: 'sessionOver' };
  const isRefusal = answer.isTus && status >= 400 && status < 500 && !isForAnotherTime(answer);
  const problem = error?.error ?? (status === 403 ? messages.notAllowed : fallbackOf(kind, status));
  if (isRefusal) return { kind: 'refused', problem, status };
  return { kind: 'retry', problem, status, retryAfterMs };
}

/** Also the 403 for an account that has a required step to do. */
function isForAnotherTime({ status, error }: TusAnswer): boolean {
  return RETRY_STATUSES.includes(status) || stepOfCode(error?.code) !== null;
}

/** What is said where the server said nothing itself (section 8). */
function fallbackOf(kind: UploadRow['kind'], status: number): string {
  if (kind === 'video') return status === 0 ? messages.networkError : adminMessages.videoUploadFailed;
  return status === 0 ? thumbnailNetworkMessage('no answer from the server') : thumbnailFailedMessage(status);
}
