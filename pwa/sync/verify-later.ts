import { untilRestored } from '../device/local-storage.ts';
import { protectDatabases, readUncleanEnd } from '../device/unclean-end.ts';
import { untilIdle } from '../device/when-idle.ts';
import { requestDownloads } from '../downloads/plans/request-downloads.ts';
import { listDueFiles } from '../downloads/verify/verify-schedule.ts';
import { findPrivateStore } from '../store/database/private-store.ts';
import { listDownloads } from '../store/offline/downloads.ts';
import { createLoop, type Due } from './loop.ts';
import { isPageVisible, watchAttention } from './status/attention.ts';

/** Work that the user waits for at the start has priority. */
const FIRST_AFTER_MS = 3_000;
/** Delay before verifying the rest while a download uses the files, or after a file could not be read. */
const RETRY_MS = 60_000;

/**
 * Verifies the bytes of downloaded files in idle time while the page is visible: each file once a week, and
 * all of them after the app ended without notice. A file that changed is removed, and downloaded again when
 * it is wanted and a connection allows it. Returns the way to stop.
 */
export function startVerifying(): () => void {
  const loop = createLoop((_, signal) => verifyDue(signal));
  const start = () => loop.runIn(FIRST_AFTER_MS);
  // Of a user who signed in on this page; otherwise it has been called.
  void protectDatabases();
  // An unclean end may be known only then.
  void untilRestored().then(start);
  const stopWatching = watchAttention(start);
  return () => {
    stopWatching();
    loop.stop();
  };
}

async function verifyDue(signal: AbortSignal): Promise<Due> {
  const store = findPrivateStore();
  if (store === null || !isPageVisible()) return null;
  const uncleanEndAt = readUncleanEnd();
  const due = listDueFiles(await listDownloads(store), { now: new Date(), uncleanEndAt });
  // Most of the time: then the code of the verification is not loaded.
  if (due.length === 0) return null;
  const { verifyDueFiles } = await import('../downloads/verify/verify-bytes.ts');
  const { damaged, isFinished } = await verifyDueFiles(store.userId, {
    uncleanEndAt,
    untilIdle: async () => {
      await untilIdle();
      return isPageVisible() && !signal.aborted;
    },
  });
  if (damaged > 0) requestDownloads();
  // A hidden page continues when it becomes visible again.
  return isFinished || !isPageVisible() ? null : RETRY_MS;
}
