/**
 * A file on its way up. waiting: nothing sent yet, or to be tried again; paused: by the person's word;
 * arrived: the server has all its bytes; refused: it does not take the file, for the reason in `problem`.
 */
export interface UploadRow {
  readonly uploadId: string;
  readonly courseId: string;
  /** Null for a course's thumbnail. */
  readonly lessonId: string | null;
  readonly kind: 'video' | 'thumbnail';
  readonly fileName: string;
  readonly contentType: string;
  readonly sizeBytes: number;
  readonly bytes: Blob;
  readonly sentBytes: number;
  readonly state: 'waiting' | 'sending' | 'paused' | 'arrived' | 'refused';
  readonly problem: string | null;
  readonly createdAt: string;
  readonly v: number;
}
