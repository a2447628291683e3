import { usePrivateQuery } from '../session/use-private-query.ts';
import { listDownloads } from '../store/downloads.ts';

/** Downloaded files are served only by a service worker that controls this page. */
export function canAnswerKept(): boolean {
  return 'serviceWorker' in navigator && navigator.serviceWorker.controller !== null;
}

/** Ids of our own files that can be opened from this device; undefined while they are read. */
export function useKeptFileIds(): ReadonlySet<string> | undefined {
  const downloads = usePrivateQuery(listDownloads, []);
  if (downloads === undefined) return undefined;
  const kept = canAnswerKept() ? (downloads ?? []).filter((row) => row.state === 'kept') : [];
  return new Set(kept.map((row) => row.fileId));
}
