import { usePrivateQuery } from '../session/use-private-query.ts';
import { listDownloads } from '../store/downloads.ts';

/** Only a service worker that controls this page can answer for kept files. */
export function canAnswerKept(): boolean {
  return 'serviceWorker' in navigator && navigator.serviceWorker.controller !== null;
}

/** The files of our own that can be opened from this device; undefined while that is read. */
export function useKeptFileIds(): ReadonlySet<string> | undefined {
  const downloads = usePrivateQuery(listDownloads, []);
  if (downloads === undefined) return undefined;
  const kept = canAnswerKept() ? (downloads ?? []).filter((row) => row.state === 'kept') : [];
  return new Set(kept.map((row) => row.fileId));
}
