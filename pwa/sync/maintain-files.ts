import { holdReserve } from '../downloads/cache/reserve.ts';
import { reconcileDownloads } from '../downloads/verify/reconcile-files.ts';
import { readKnownUser } from '../store/database/known-user.ts';
import { createLoop, type Loop } from './loop.ts';

/** The page becomes visible many times a minute; browsers evict files rarely. */
const PAUSE_MS = 30_000;

/**
 * Creates the loop that reconciles the records of downloaded files with the bytes on the device, so a badge disappears when
 * the browser has evicted something, and restores the reserve.
 */
export function createFileMaintenance(): Loop {
  return createLoop(
    async () => {
      const userId = readKnownUser()?.id;
      if (userId === undefined) return null;
      await reconcileDownloads(userId);
      await holdReserve(userId).catch(() => undefined);
      return null;
    },
    { pauseMs: PAUSE_MS },
  );
}
