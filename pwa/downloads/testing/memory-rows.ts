import { StoreGoneError } from '#pwa/store/database/errors.ts';
import type { Download } from '#pwa/store/offline/downloads.ts';
import type { DownloadRows } from '../plans/download-rows.ts';
import type { WantedFile } from '../plans/wanted-files.ts';

/** Rows in memory, by file. */
export class MemoryRows implements DownloadRows {
  /** Their owner signed out: nothing may be written any more. */
  isGone = false;
  readonly byFile = new Map<string, Download>();

  async list(): Promise<readonly Download[]> {
    return [...this.byFile.values()];
  }

  requireOwner(): void {
    if (this.isGone) throw new StoreGoneError();
  }

  async put(row: Download): Promise<void> {
    this.requireOwner();
    this.byFile.set(row.fileId, row);
  }

  async remove(fileId: string): Promise<void> {
    this.requireOwner();
    this.byFile.delete(fileId);
  }

  /** The states of the files' rows, in the order of the files. */
  states(files: readonly WantedFile[]): (Download['state'] | undefined)[] {
    return files.map((file) => this.byFile.get(file.fileId)?.state);
  }

  problemOf(file: WantedFile): Download['problem'] {
    return this.byFile.get(file.fileId)?.problem;
  }
}

/** The n-th file of a lesson, of the given size, and wanted. */
export function aFile(n: number, sizeBytes = 10): WantedFile {
  const fileId = String(n).padStart(32, '0');
  return {
    fileId,
    url: `/media/${fileId}?expires=1&signature=s`,
    courseId: 'course-1',
    lessonId: `lesson-${n}`,
    kind: 'resource',
    want: 'documents',
    title: `Sheet ${n}`,
    sizeBytes,
    isWanted: true,
  };
}
