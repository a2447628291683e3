import { read } from './access.ts';
import { UNSENT_STATES } from './outbox.ts';
import type { PrivateStore } from './private-store.ts';
import type { UploadRow } from './upload-rows.ts';

export type { UploadRow };

/** One file on its way up; null when it has arrived in its place, or was taken back. */
export function findUpload(store: PrivateStore, uploadId: string): Promise<UploadRow | null> {
  return read(store, async () => (await store.uploads.get(uploadId)) ?? null);
}

/** All files on their way up, in the order in which they were chosen. */
export function listUploads(store: PrivateStore): Promise<UploadRow[]> {
  return read(store, () => store.uploads.filter(isWanted).sortBy('createdAt'));
}

/** The files of a course on their way up, in the order in which they were chosen. */
export function listCourseUploads(store: PrivateStore, courseId: string): Promise<UploadRow[]> {
  return read(store, () => store.uploads.where({ courseId }).filter(isWanted).sortBy('createdAt'));
}

/** The newest file on its way to a lesson. */
export async function findLessonUpload(store: PrivateStore, lessonId: string): Promise<UploadRow | null> {
  const rows = await read(store, () => store.uploads.filter((row) => row.lessonId === lessonId).toArray());
  return newest(rows.filter(isWanted));
}

/** The newest picture that was chosen for a course, whether it waits for the course to be saved or is on its way. */
export async function findThumbnailUpload(store: PrivateStore, courseId: string): Promise<UploadRow | null> {
  const rows = await read(store, () => store.uploads.where({ courseId }).toArray());
  return newest(rows.filter((row) => row.kind === 'thumbnail' && isWanted(row)));
}

/** The bytes of a file that is on its way up; null once they are in their place. */
export async function findUploadBytes(store: PrivateStore, uploadId: string): Promise<Blob | null> {
  return (await read(store, () => store.uploadBytes.get(uploadId)))?.bytes ?? null;
}

/**
 * What there is to do about uploads, in few words: it changes when a file was chosen, went on, arrived, was
 * paused or taken back, and when a command of one was settled. Null when there is no upload at all.
 */
export function summarizeUploads(store: PrivateStore): Promise<string | null> {
  return read(store, async () => {
    const uploads = await store.uploads.toArray();
    if (uploads.length === 0) return null;
    const unsent = await store.outbox.where('state').anyOf(UNSENT_STATES).primaryKeys();
    const refused = await store.outbox.where({ state: 'refused' }).primaryKeys();
    const states = uploads.map(({ uploadId, state }) => `${uploadId} ${state}`);
    return [...states, unsent.join(), refused.join()].join('|');
  });
}

const isWanted = ({ state }: UploadRow): boolean => state !== 'discarded';

function newest(rows: readonly UploadRow[]): UploadRow | null {
  return rows.toSorted((one, other) => (one.createdAt < other.createdAt ? 1 : -1))[0] ?? null;
}
