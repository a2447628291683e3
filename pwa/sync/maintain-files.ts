import { holdReserve } from '../downloads/cache/reserve.ts';
import { reconcileDownloads } from '../downloads/verify/reconcile-files.ts';
import { shareRun } from './pull/share-run.ts';

/** The page becomes visible many times a minute; browsers evict files rarely. */
const AGAIN_AFTER_MS = 30_000;

let maintainedAtMs = 0;

/**
 * Reconciles the records of downloaded files with the bytes on the device, so a badge disappears when the
 * browser has evicted something, and restores the reserve.
 */
export async function maintainFiles(userId: string): Promise<void> {
  await shareRun(`look-after/${userId}`, async () => {
    maintainedAtMs = Date.now();
    await reconcileDownloads(userId);
    await holdReserve(userId).catch(() => undefined);
  });
}

/** The same when the page becomes visible again, unless it was done recently. */
export async function maintainFilesIfDue(userId: string): Promise<void> {
  if (Date.now() - maintainedAtMs > AGAIN_AFTER_MS) await maintainFiles(userId);
}
