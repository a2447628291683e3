import { read, write } from '../database/access.ts';
import type { PrivateStore } from '../database/private-store.ts';
import type { Download } from '../database/rows.ts';

export type { Download };

/**
 * Returns the complete video of a lesson on this device: the current one, otherwise an earlier one that was
 * replaced on the server; null if neither is here.
 */
export function findVideo(
  store: PrivateStore,
  { courseId, lessonId, fileId }: Pick<Download, 'courseId' | 'lessonId' | 'fileId'>,
): Promise<Download | null> {
  return read(store, async () => {
    const shown = await store.downloads.get(fileId);
    if (shown?.state === 'kept') return shown;
    const rows = await store.downloads.where({ courseId }).toArray();
    const isEarlier = (row: Download) =>
      row.lessonId === lessonId && row.kind === 'video' && row.state === 'kept';
    return rows.find(isEarlier) ?? null;
  });
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
