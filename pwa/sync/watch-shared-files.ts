import { onDownloadRequest } from '../downloads/plans/request-downloads.ts';
import { findPrivateStore } from '../store/database/private-store.ts';
import { hasSharedCourse } from '../store/offline/shared-files.ts';
import { createLoop } from './loop.ts';
import { online } from './status/connectivity.ts';

/**
 * Learns the digests of shared files when courses change and when the connection returns. Apart from the downloads,
 * which may take hours. Returns a function that stops.
 */
export function watchSharedFiles(): () => void {
  const loop = createLoop(refresh);
  const run = () => void loop.run();
  const stops = [onDownloadRequest(run), online.subscribe(run), loop.stop];
  return () => {
    for (const stop of stops) stop();
  };
}

async function refresh(): Promise<null> {
  const store = findPrivateStore();
  if (store === null || !online.get() || !(await hasSharedCourse(store))) return null;
  // Loaded only where a course needs it.
  const { refreshSharedFiles } = await import('./pull/refresh-shared-files.ts');
  await refreshSharedFiles(store);
  return null;
}
