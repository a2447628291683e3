import { changePlan, findPlan } from '../store/download-plans.ts';
import { listDownloads } from '../store/downloads.ts';
import { openPrivateStore, type PrivateStore } from '../store/private-store.ts';
import { type DownloadPlanRow, MEDIA_KINDS, type MediaKind, type Wants } from '../store/rows.ts';
import { findCourseFiles } from './course-files.ts';
import { type DownloadRows, storedRows } from './download-rows.ts';
import { Shelf } from './media-cache.ts';
import { callOffAndRun } from './media-lock.ts';
import { wakeDownloads } from './wake.ts';
import { listWantedFiles } from './wanted-files.ts';

const NOTHING: Wants = { videos: false, documents: false, images: false };

/** What the person chose of a course; null when nothing was chosen yet. For watching, `findPlan` itself. */
export function readPlan(userId: string, courseId: string): Promise<DownloadPlanRow | null> {
  return findPlan(openPrivateStore(userId), courseId);
}

/** Wants these kinds of a course's media here from now on, and begins. What is here already stays. */
export async function chooseMedia(userId: string, courseId: string, wants: Wants): Promise<void> {
  await changePlan(openPrivateStore(userId), courseId, () => ({ wants, isPaused: false }));
  wakeDownloads();
}

/** What has come of the files stays; no byte comes before the download goes on. */
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
  wakeDownloads();
}

/**
 * Calls a course's download off: what is whole stays, what came in part goes, and nothing more comes by
 * itself.
 */
export async function cancelDownload(userId: string, courseId: string): Promise<void> {
  const store = openPrivateStore(userId);
  await changePlan(store, courseId, () => ({ wants: NOTHING, isPaused: false }));
  const rows = await listRowsOf(store, courseId);
  const partial = rows.filter(({ state }) => state !== 'kept');
  await removeFiles(
    userId,
    partial.map(({ fileId }) => fileId),
  );
}

/**
 * Takes a course's files off this device, all or those of one kind; they are not fetched again before
 * somebody chooses them. The lessons' text stays.
 */
export async function removeCourseFiles(userId: string, courseId: string, kind?: MediaKind): Promise<void> {
  const store = openPrivateStore(userId);
  const kinds = new Set<MediaKind>(kind === undefined ? MEDIA_KINDS : [kind]);
  const listed = await findCourseFiles(store, courseId);
  const wantOf = new Map(listed.map((file) => [file.fileId, file.want]));
  await changePlan(store, courseId, (plan) => ({
    wants: { ...(plan?.wants ?? NOTHING), ...Object.fromEntries([...kinds].map((each) => [each, false])) },
    isPaused: plan?.isPaused ?? false,
  }));
  const elsewhere = await listWantedElsewhere(store, courseId);
  const ids = (await listRowsOf(store, courseId))
    .map(({ fileId }) => fileId)
    .filter((fileId) => !elsewhere.has(fileId))
    // A row that the course does not list any more goes with everything else of it.
    .filter((fileId) => kinds.has(wantOf.get(fileId) ?? kind ?? 'videos'));
  await removeFiles(userId, ids);
}

async function listRowsOf(store: PrivateStore, courseId: string) {
  const listed = new Set((await findCourseFiles(store, courseId)).map(({ fileId }) => fileId));
  return (await listDownloads(store)).filter((row) => row.courseId === courseId || listed.has(row.fileId));
}

/** Two courses may show the same film. */
async function listWantedElsewhere(store: PrivateStore, courseId: string): Promise<ReadonlySet<string>> {
  const files = (await listWantedFiles(store)).filter((file) => file.courseId !== courseId && file.isWanted);
  return new Set(files.map(({ fileId }) => fileId));
}

/** Stops what is on its way, for a moment, so that nothing comes behind the broom; then the rest goes on. */
async function removeFiles(
  userId: string,
  fileIds: readonly string[],
  rows: DownloadRows = storedRows(userId),
): Promise<void> {
  await callOffAndRun(userId, async () => {
    for (const fileId of fileIds) {
      await new Shelf(userId, fileId).remove();
      await rows.remove(fileId);
    }
  });
  wakeDownloads();
}
