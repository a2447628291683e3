import { read } from '../database/access.ts';
import type { PrivateStore } from '../database/private-store.ts';
import type { UploadRow } from '../database/upload-rows.ts';
import { listUnpulled, unsentRows } from './outbox.ts';

export type { UploadRow };

/** Returns one pending upload; null once it is attached, or was removed. */
export function findUpload(store: PrivateStore, uploadId: string): Promise<UploadRow | null> {
  return read(store, async () => (await store.uploads.get(uploadId)) ?? null);
}

/** Returns all pending uploads, in the order in which they were added. */
export function listUploads(store: PrivateStore): Promise<UploadRow[]> {
  return read(store, () => store.uploads.filter(isWanted).sortBy('createdAt'));
}

/** Returns a course's pending uploads, in the order in which they were added. */
export function listCourseUploads(store: PrivateStore, courseId: string): Promise<UploadRow[]> {
  return read(store, () => store.uploads.where({ courseId }).filter(isWanted).sortBy('createdAt'));
}

/** Returns the newest pending video of a lesson. */
export async function findLessonUpload(store: PrivateStore, lessonId: string): Promise<UploadRow | null> {
  const rows = await read(store, () => store.uploads.filter((row) => row.lessonId === lessonId).toArray());
  return newest(rows.filter((row) => row.kind === 'video' && isWanted(row)));
}

/** Returns the pending files of a lesson that are for resources, in the order in which they were added. */
export function listLessonFiles(store: PrivateStore, lessonId: string): Promise<UploadRow[]> {
  return read(store, () =>
    store.uploads
      .filter((row) => row.lessonId === lessonId && row.kind === 'file' && isWanted(row))
      .sortBy('createdAt'),
  );
}

/** Returns the newest image chosen for a course, held until the course is saved or being uploaded. */
export async function findThumbnailUpload(store: PrivateStore, courseId: string): Promise<UploadRow | null> {
  const rows = await read(store, () => store.uploads.where({ courseId }).toArray());
  return newest(rows.filter((row) => row.kind === 'thumbnail' && isWanted(row)));
}

/** Returns the bytes of a pending upload; null once it is attached. */
export async function findUploadBytes(store: PrivateStore, uploadId: string): Promise<Blob | null> {
  return (await read(store, () => store.uploadBytes.get(uploadId)))?.bytes ?? null;
}

/**
 * A fingerprint of the upload work: it changes when a file was added, resumed, finished, paused or removed,
 * and when a command of one was resolved, or its effect pulled. Null without uploads.
 */
export function summarizeUploads(store: PrivateStore): Promise<string | null> {
  return read(store, async () => {
    const uploads = await store.uploads.toArray();
    if (uploads.length === 0) return null;
    const unsent = await unsentRows(store).primaryKeys();
    const refused = await store.outbox.where({ state: 'refused' }).primaryKeys();
    const states = uploads.map(({ uploadId, state }) => `${uploadId} ${state}`);
    const unpulled = await listUnpulled(store);
    return [...states, unsent.join(), refused.join(), unpulled.map(({ id }) => id).join()].join('|');
  });
}

const isWanted = ({ state }: UploadRow): boolean => state !== 'discarded';

function newest(rows: readonly UploadRow[]): UploadRow | null {
  return rows.toSorted((one, other) => (one.createdAt < other.createdAt ? 1 : -1))[0] ?? null;
}
