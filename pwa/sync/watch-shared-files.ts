import { onDownloadRequest } from '../downloads/plans/request-downloads.ts';
import { findPrivateStore } from '../store/database/private-store.ts';
import { hasSharedCourse } from '../store/offline/shared-files.ts';
import { online } from './status/connectivity.ts';

/**
 * Learns the digests of shared files when courses change and when the connection returns. Apart from the downloads,
 * which may take hours. Returns a function that stops.
 */
export function watchSharedFiles(): () => void {
  const stops = [onDownloadRequest(refresh), online.subscribe(refresh)];
  return () => {
    for (const stop of stops) stop();
  };
}

async function refresh(): Promise<void> {
  const store = findPrivateStore();
  if (store === null || !online.get()) return;
  try {
    if (!(await hasSharedCourse(store))) return;
    // Loaded only where a course needs it.
    const { refreshSharedFiles } = await import('./pull/refresh-shared-files.ts');
    await refreshSharedFiles(store);
  } catch {
    // No connection, or the user signed out: the next occasion retries.
  }
}
