import type { PrivateStore } from '#pwa/store/database/private-store.ts';
import type { DownloadPlanRow } from '#pwa/store/database/rows.ts';
import { listPlans } from '#pwa/store/offline/download-plans.ts';
import { listDownloads } from '#pwa/store/offline/downloads.ts';
import { AUTO_DOWNLOAD_MAX_BYTES } from '#schema/limits.ts';
import { type CourseFile, listAllFiles } from './course-files.ts';
import { isDataSaverOn, waitsForUnmetered } from './download-settings.ts';

/** A file of an offline course, and whether it is to be downloaded now. */
export interface WantedFile extends CourseFile {
  readonly isWanted: boolean;
}

/**
 * Returns all files of all offline courses, judged by the user's choices, pauses, and this device's settings
 * and connection. A download calls it again before each piece, so a change takes effect at once.
 */
export async function listWantedFiles(store: PrivateStore): Promise<WantedFile[]> {
  const [files, plans, downloads] = await Promise.all([
    listAllFiles(store),
    listPlans(store),
    listDownloads(store),
  ]);
  const planOf = new Map(plans.map((plan) => [plan.courseId, plan]));
  const known = new Map(downloads.map((row) => [row.fileId, row]));
  const circumstances = { mayFetch: !waitsForUnmetered.get(), isDataSaverOn: isDataSaverOn() };
  return files.map((file) => {
    const sizeBytes = file.sizeBytes || (known.get(file.fileId)?.sizeBytes ?? 0);
    const isWanted = wants(planOf.get(file.courseId) ?? null, { ...file, sizeBytes }, circumstances);
    return { ...file, sizeBytes, isWanted };
  });
}

interface Circumstances {
  readonly mayFetch: boolean;
  readonly isDataSaverOn: boolean;
}

/** By default, small files are downloaded automatically. */
function wants(
  plan: DownloadPlanRow | null,
  { want, sizeBytes }: CourseFile,
  { mayFetch, isDataSaverOn }: Circumstances,
): boolean {
  if (!mayFetch) return false;
  if (plan !== null) return plan.wants[want] && !plan.isPaused;
  return !isDataSaverOn && want !== 'images' && sizeBytes <= AUTO_DOWNLOAD_MAX_BYTES;
}
