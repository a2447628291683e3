import { openPrivateStore, type PrivateStore } from '#pwa/store/database/private-store.ts';
import { type DownloadPlanRow, MEDIA_KINDS, type MediaKind, type Wants } from '#pwa/store/database/rows.ts';
import { StorageFullError } from '#pwa/store/database/storage-errors.ts';
import { changePlan, findPlan } from '#pwa/store/offline/download-plans.ts';
import { type Download, listDownloads } from '#pwa/store/offline/downloads.ts';
import { CachedFile } from '../cache/media-cache.ts';
import { cancelAndRun } from '../cache/media-lock.ts';
import { findCourseFiles } from './course-files.ts';
import { type DownloadRows, storedRows } from './download-rows.ts';
import { requestDownloads } from './request-downloads.ts';
import { listWantedFiles } from './wanted-files.ts';

const NOTHING: Wants = { videos: false, documents: false, images: false };

/**
 * Returns the user's choices for a course; null if nothing was chosen yet. Live queries use `findPlan`
 * itself.
 */
export function readPlan(userId: string, courseId: string): Promise<DownloadPlanRow | null> {
  return findPlan(openPrivateStore(userId), courseId);
}

/** Adds these kinds of a course's media to its plan and starts the download. Files on the device stay. */
export async function chooseMedia(userId: string, courseId: string, wants: Wants): Promise<void> {
  await changePlan(openPrivateStore(userId), courseId, () => ({ wants, isPaused: false }));
  requestDownloads();
}

/** Downloaded bytes stay; no more are downloaded before the download resumes. */
export async function pauseDownload(userId: string, courseId: string): Promise<void> {
  await changePlan(openPrivateStore(userId), courseId, (plan) => ({
    wants: plan?.wants ?? NOTHING,
    isPaused: true,
  }));
}

export async function resumeDownload(userId: string, courseId: string): Promise<void> {
  await changePlan(openPrivateStore(userId), courseId, (plan) => ({
    wants: plan?.wants ?? NOTHING,
    isPaused: false,
  }));
  requestDownloads();
}

/**
 * Cancels a course's download: complete files stay, incomplete ones are removed, and nothing is downloaded on
 * its own any more.
 */
export async function cancelDownload(userId: string, courseId: string): Promise<void> {
  const store = openPrivateStore(userId);
  await changeAndRemove(userId, {
    change: () => changePlan(store, courseId, () => ({ wants: NOTHING, isPaused: false })),
    list: async () => (await listRowsOf(store, courseId)).filter(({ state }) => state !== 'kept'),
  });
}

/**
 * Removes a course's files from this device, all or those of one kind; they are not downloaded again until
 * the user chooses them. The lessons' text stays.
 */
export async function removeCourseFiles(userId: string, courseId: string, kind?: MediaKind): Promise<void> {
  const store = openPrivateStore(userId);
  const kinds = new Set<MediaKind>(kind === undefined ? MEDIA_KINDS : [kind]);
  const listed = await findCourseFiles(store, courseId);
  const listedAs = new Map(listed.map((file) => [file.fileId, file.want]));
  await changeAndRemove(userId, {
    change: () =>
      changePlan(store, courseId, (plan) => ({
        wants: {
          ...(plan?.wants ?? NOTHING),
          ...Object.fromEntries([...kinds].map((each) => [each, false])),
        },
        isPaused: plan?.isPaused ?? false,
      })),
    list: async () => {
      const elsewhere = await listWantedElsewhere(store, courseId);
      const rows = await listRowsOf(store, courseId);
      // The course no longer lists the earlier version of a file that was replaced; its row has the kind.
      const isChosen = (row: Download) => kinds.has(listedAs.get(row.fileId) ?? row.want);
      return rows.filter((row) => !elsewhere.has(row.fileId) && isChosen(row));
    },
  });
}

interface Removal {
  readonly change: () => Promise<void>;
  readonly list: () => Promise<readonly Download[]>;
}

/** Changes the plan, and then removes the files. On a full disk, which accepts no write before, their bytes go first. */
async function changeAndRemove(userId: string, { change, list }: Removal): Promise<void> {
  try {
    await change();
  } catch (error) {
    if (!(error instanceof StorageFullError)) throw error;
    const rows = await list();
    await cancelAndRun(userId, () => removeBytes(userId, rows));
    await change();
  }
  await removeFiles(userId, await list());
}

async function listRowsOf(store: PrivateStore, courseId: string) {
  const listed = new Set((await findCourseFiles(store, courseId)).map(({ fileId }) => fileId));
  return (await listDownloads(store)).filter((row) => row.courseId === courseId || listed.has(row.fileId));
}

/** Two courses may show the same video. */
async function listWantedElsewhere(store: PrivateStore, courseId: string): Promise<ReadonlySet<string>> {
  const files = (await listWantedFiles(store)).filter((file) => file.courseId !== courseId && file.isWanted);
  return new Set(files.map(({ fileId }) => fileId));
}

/**
 * Stops running downloads for a moment, so none writes files after their removal; then the rest continues.
 */
async function removeFiles(
  userId: string,
  files: readonly Download[],
  rows: DownloadRows = storedRows(userId),
): Promise<void> {
  await cancelAndRun(userId, async () => {
    await removeBytes(userId, files);
    for (const { fileId } of files) await rows.remove(fileId);
  });
  requestDownloads();
}

async function removeBytes(userId: string, files: readonly Download[]): Promise<void> {
  for (const { fileId } of files) await new CachedFile(userId, fileId).remove();
}
