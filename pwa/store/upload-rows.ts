import type { UploadKind } from '#schema/upload.ts';

/**
 * held: chosen, and to be sent once its course is saved; waiting: nothing sent yet, or to be gone on with;
 * sending: pieces are under way; paused: by the person's word; arrived: the server has all its bytes, and
 * the command that puts them in their place may go; refused: the server does not take the file, for the
 * reason in `problem`; discarded: its command was dropped by the person's word, which they may still undo.
 */
export type UploadState = 'held' | 'waiting' | 'sending' | 'paused' | 'arrived' | 'refused' | 'discarded';

/** A file on its way up. Its bytes lie in a row of their own, so that counting progress does not write them anew. */
export interface UploadRow {
  /** Also the upload's id on the server. */
  readonly uploadId: string;
  readonly courseId: string;
  /** Null for a course's thumbnail. */
  readonly lessonId: string | null;
  readonly kind: UploadKind;
  readonly fileName: string;
  readonly contentType: string;
  readonly sizeBytes: number;
  /** SHA-256 of all bytes in base64url; null where the browser makes none. */
  readonly digest: string | null;
  /** What the server said it has. */
  readonly sentBytes: number;
  readonly state: UploadState;
  readonly problem: string | null;
  /** Tries in a row that got no further. */
  readonly attempts: number;
  readonly nextAttemptAt: string | null;
  /** How often it began anew because the server had lost it or got it damaged. */
  readonly restarts: number;
  /** When something last happened; a row that says `sending` for long without is of a tab that froze. */
  readonly touchedAt: string;
  readonly createdAt: string;
  readonly v: number;
}

export interface UploadBytesRow {
  readonly uploadId: string;
  readonly bytes: Blob;
}
