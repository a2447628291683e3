import type { UploadKind } from '#schema/sync/upload.ts';

/**
 * held: chosen, and to be sent once its course is saved; waiting: not started, or to be resumed; sending:
 * pieces are under way; paused by the user; arrived: the server has all its bytes, and the command that
 * attaches it may be sent; refused: the server rejected the file, for the reason in `problem`; discarded: its
 * command was discarded by the user, who can still undo that.
 */
export type UploadState = 'held' | 'waiting' | 'sending' | 'paused' | 'arrived' | 'refused' | 'discarded';

/**
 * A pending upload. Several commands of an import may attach the same file; it stays until each is done. Its bytes are in a row of
 * their own, so updating its progress does not rewrite them.
 */
export interface UploadRow {
  /** Also the upload's id on the server. */
  readonly uploadId: string;
  readonly courseId: string;
  /** Null for a course's thumbnail. The first one of a file that several lessons have. */
  readonly lessonId: string | null;
  /** The resource whose file it replaces. */
  readonly resourceId?: string;
  readonly kind: UploadKind;
  readonly fileName: string;
  readonly contentType: string;
  readonly sizeBytes: number;
  /** SHA-256 of all bytes in base64url; null if the browser cannot compute it. */
  readonly digest: string | null;
  /** Bytes that the server has confirmed. */
  readonly sentBytes: number;
  readonly state: UploadState;
  readonly problem: string | null;
  /** Consecutive attempts without progress. */
  readonly attempts: number;
  readonly nextAttemptAt: string | null;
  /** How often it restarted because the server had lost or damaged it. */
  readonly restarts: number;
  /** How many commands waited for it when it last restarted: fewer mean that it was not for nothing. */
  readonly restartedFor?: number;
  /** The last activity; a row that is `sending` without any for long belongs to a frozen tab. */
  readonly touchedAt: string;
  readonly createdAt: string;
  readonly v: number;
}

export interface UploadBytesRow {
  readonly uploadId: string;
  readonly bytes: Blob;
}
