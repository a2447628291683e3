/** What is known of one file: `kept` only while its bytes, all of them, lie in the media cache. */
export interface DownloadRow {
  readonly fileId: string;
  readonly courseId: string;
  readonly lessonId: string;
  readonly kind: 'video' | 'resource';
  readonly title: string;
  readonly sizeBytes: number;
  readonly state: 'kept' | 'missing';
  readonly checkedAt: string;
}

/** Where the rows of one person are stored. */
export interface DownloadRows {
  list(): Promise<readonly DownloadRow[]>;
  put(row: DownloadRow): Promise<void>;
}
