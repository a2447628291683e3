import { read, write } from '../database/access.ts';
import type { PrivateStore } from '../database/private-store.ts';
import type { Download } from '../database/rows.ts';

export type { Download };

/**
 * Returns the complete video of a lesson on this device: the current one, otherwise an earlier one that was
 * replaced on the server; null if neither is here.
 */
export function findVideo(
  downloads: readonly Download[],
  { courseId, lessonId, fileId }: Pick<Download, 'courseId' | 'lessonId' | 'fileId'>,
): Download | null {
  const here = downloads.filter(({ state }) => state === 'kept');
  const isEarlier = (row: Download) =>
    row.courseId === courseId && row.lessonId === lessonId && row.kind === 'video';
  return here.find((row) => row.fileId === fileId) ?? here.find(isEarlier) ?? null;
}

export function listDownloads(store: PrivateStore): Promise<Download[]> {
  return read(store, () => store.downloads.toArray());
}

export function listCourseDownloads(store: PrivateStore, courseId: string): Promise<Download[]> {
  return read(store, () => store.downloads.where({ courseId }).toArray());
}

export function putDownload(store: PrivateStore, download: Download): Promise<void> {
  return write(store, [store.downloads], async (tx) => {
    await tx.downloads.put(download);
  });
}

export function removeDownload(store: PrivateStore, fileId: string): Promise<void> {
  return write(store, [store.downloads], (tx) => tx.downloads.delete(fileId));
}
