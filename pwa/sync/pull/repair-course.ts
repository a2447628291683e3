import { findCourseFiles } from '#pwa/downloads/plans/course-files.ts';
import { chooseMedia, readPlan } from '#pwa/downloads/plans/download-plans.ts';
import { listWantedFiles } from '#pwa/downloads/plans/wanted-files.ts';
import { StoreGoneError } from '#pwa/store/database/errors.ts';
import { findPrivateStore, type PrivateStore } from '#pwa/store/database/private-store.ts';
import type { MediaKind, Wants } from '#pwa/store/database/rows.ts';
import { listDownloads } from '#pwa/store/offline/downloads.ts';
import { downloadCourse } from './refresh.ts';

/**
 * Downloads all missing parts of a course at the user's request: its text at once, its files afterwards.
 * Kinds of media that were not wanted before are wanted from now on if one of them is missing. Rejects with a
 * CallError whose message can be shown if the course cannot be fetched.
 */
export async function repairCourse(courseId: string): Promise<void> {
  const store = findPrivateStore();
  if (store === null) throw new StoreGoneError();
  await downloadCourse(courseId, { isRepair: true });
  const wants = await widenWants(store, courseId);
  if (wants !== null) await chooseMedia(store.userId, courseId, wants);
}

/** Returns the media kinds to add to the plan for nothing to be missing; null if they are wanted already. */
async function widenWants(store: PrivateStore, courseId: string): Promise<Wants | null> {
  const [files, wanted, downloads, plan] = await Promise.all([
    findCourseFiles(store, courseId),
    listWantedFiles(store),
    listDownloads(store),
    readPlan(store.userId, courseId),
  ]);
  const here = new Set(downloads.filter(({ state }) => state === 'kept').map(({ fileId }) => fileId));
  const coming = new Set(wanted.filter(({ isWanted }) => isWanted).map(({ fileId }) => fileId));
  // A course's cover belongs to no lesson.
  const lacking = files.filter(({ fileId, lessonId }) => lessonId !== '' && !here.has(fileId));
  if (lacking.every(({ fileId }) => coming.has(fileId))) return null;
  const isWanted = (kind: MediaKind) =>
    lacking.some(({ want }) => want === kind) ||
    (plan?.wants[kind] ?? files.some(({ want, fileId }) => want === kind && here.has(fileId)));
  return { videos: isWanted('videos'), documents: isWanted('documents'), images: isWanted('images') };
}
