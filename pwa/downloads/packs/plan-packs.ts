import { entryNameOf, PACK_MAX_BYTES, PACK_MAX_FILES } from '#interchange/media-pack/media-pack.ts';
import { END_OF_ZIP_BYTES, overheadOf } from '#interchange/media-pack/zip-records.ts';
import type { PrivateStore } from '#pwa/store/database/private-store.ts';
import { listDownloads } from '#pwa/store/offline/downloads.ts';
import { findOfflineCourse } from '#pwa/store/offline/offline-courses.ts';
import { findSharedFiles } from '#pwa/store/offline/shared-files.ts';
import { filesOf } from '../plans/course-files.ts';
import type { PackedFile } from './pack-messages.ts';

/** The files of one pack, and the size of the whole pack. */
export interface PackPlan {
  readonly files: readonly PackedFile[];
  readonly sizeBytes: number;
}

export interface CoursePacks {
  /** In reading order; more than one for a course that is larger than a pack may be. */
  readonly packs: readonly PackPlan[];
  /** Downloaded files whose digests this device does not know yet. */
  readonly unknownFiles: number;
}

/** Plans the packs of a course's downloaded videos and documents; null if the course does not allow any. */
export async function planPacks(
  store: PrivateStore,
  courseId: string,
  maxBytes = PACK_MAX_BYTES,
): Promise<CoursePacks | null> {
  const course = await findOfflineCourse(store, courseId);
  if (course?.sharesFiles !== 1) return null;
  const shared = await findSharedFiles(store, courseId);
  const digests = new Map(shared?.files.map(({ fileId, digest }) => [fileId, digest]));
  const rows = new Map((await listDownloads(store)).map((row) => [row.fileId, row]));
  const here = filesOf(course).filter(({ fileId, sizeBytes }) => {
    const row = rows.get(fileId);
    return row?.state === 'kept' && row.sizeBytes === sizeBytes;
  });
  const packed = new Map<string, PackedFile>();
  const unknown = new Set<string>();
  for (const { fileId, sizeBytes } of here) {
    const digest = digests.get(fileId);
    if (digest === undefined) unknown.add(fileId);
    else packed.set(digest, { fileId, name: entryNameOf(digest), sizeBytes });
  }
  return { packs: divide([...packed.values()], maxBytes), unknownFiles: unknown.size };
}

function divide(files: readonly PackedFile[], maxBytes: number): PackPlan[] {
  const packs: { files: PackedFile[]; sizeBytes: number }[] = [];
  for (const file of files) {
    const sizeBytes = overheadOf(file.name) + file.sizeBytes;
    const last = packs.at(-1);
    const fits = last !== undefined && last.files.length < PACK_MAX_FILES;
    if (fits && last.sizeBytes + sizeBytes <= maxBytes) {
      last.files.push(file);
      last.sizeBytes += sizeBytes;
    } else packs.push({ files: [file], sizeBytes: END_OF_ZIP_BYTES + sizeBytes });
  }
  return packs;
}
