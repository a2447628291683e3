import type { Download, DownloadProblem } from '#pwa/store/database/rows.ts';
import type { CourseFile } from './course-files.ts';
import type { DownloadRows } from './download-rows.ts';

/**
 * Every screen that shows a course watches these rows, so a file's progress is written no more often than
 * this.
 */
const PROGRESS_MS = 1_000;

/** Writes the record of one file while it is downloaded. */
export class FileNotes {
  private readonly rows: DownloadRows;
  private readonly file: CourseFile;
  private problem: DownloadProblem | null;
  private receivedBytes = 0;
  private writtenAt = 0;

  /** @param problem of the previous attempt, shown until the file is complete */
  constructor(rows: DownloadRows, file: CourseFile, problem: DownloadProblem | null = null) {
    this.rows = rows;
    this.file = file;
    this.problem = problem;
  }

  async received(bytes: number): Promise<void> {
    this.receivedBytes = bytes;
    if (Date.now() - this.writtenAt < PROGRESS_MS) return;
    this.writtenAt = Date.now();
    await this.stopped();
  }

  async stopped(): Promise<void> {
    const { receivedBytes, problem } = this;
    await this.rows.put({
      ...rowOf(this.file, 'missing'),
      receivedBytes,
      ...(problem !== null && { problem }),
    });
  }

  async failed(problem: DownloadProblem): Promise<void> {
    this.problem = problem;
    // No bytes of a damaged file remain.
    if (problem === 'damaged') this.receivedBytes = 0;
    await this.stopped();
  }

  async complete(sha256: string | null): Promise<void> {
    const row = rowOf(this.file, 'kept');
    await this.rows.put({ ...row, verifiedAt: row.checkedAt, ...(sha256 !== null && { sha256 }) });
  }
}

export function rowOf(file: CourseFile, state: Download['state']): Download {
  const { fileId, courseId, lessonId, kind, want, title, sizeBytes } = file;
  const checkedAt = new Date().toISOString();
  return { fileId, courseId, lessonId, kind, want, title, sizeBytes, state, checkedAt };
}
