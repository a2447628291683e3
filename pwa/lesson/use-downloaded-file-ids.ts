import { usePrivateQuery } from '../session/queries/use-private-query.ts';
import { listDownloads } from '../store/offline/downloads.ts';

/** Downloaded files are served only by a service worker that controls this page. */
export function canServeDownloads(): boolean {
  return 'serviceWorker' in navigator && navigator.serviceWorker.controller !== null;
}

/** Ids of our own files that can be opened from this device; undefined while they are read. */
export function useDownloadedFileIds(): ReadonlySet<string> | undefined {
  const downloads = usePrivateQuery(listDownloads, []);
  if (downloads === undefined) return undefined;
  const downloaded = canServeDownloads() ? (downloads ?? []).filter((row) => row.state === 'kept') : [];
  return new Set(downloaded.map((row) => row.fileId));
}
