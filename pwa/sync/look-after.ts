import { holdReserve } from '../downloads/reserve.ts';
import { verifyKeptFiles } from '../downloads/take-stock.ts';
import { shareRun } from './share-run.ts';

/** The page becomes visible many times a minute; browsers evict files rarely. */
const AGAIN_AFTER_MS = 30_000;

let lookedAt = 0;

/**
 * Reconciles the records of downloaded files with the bytes on the device, so a badge disappears when the
 * browser has evicted something, and restores the reserve.
 */
export async function lookAfterFiles(userId: string): Promise<void> {
  await shareRun(`look-after/${userId}`, async () => {
    lookedAt = Date.now();
    await verifyKeptFiles(userId);
    await holdReserve(userId).catch(() => undefined);
  });
}

/** The same when the page becomes visible again, unless it was done recently. */
export async function lookAfterFilesAgain(userId: string): Promise<void> {
  if (Date.now() - lookedAt > AGAIN_AFTER_MS) await lookAfterFiles(userId);
}
