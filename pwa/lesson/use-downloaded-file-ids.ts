import { useMemo } from 'react';
import { useDownloads } from '../session/queries/use-downloads.ts';

/** Downloaded files are served only by a service worker that controls this page. */
export function canServeDownloads(): boolean {
  return 'serviceWorker' in navigator && navigator.serviceWorker.controller !== null;
}

/** Ids of our own files that can be opened from this device; undefined while they are read. */
export function useDownloadedFileIds(): ReadonlySet<string> | undefined {
  const downloads = useDownloads();
  return useMemo(() => {
    if (downloads === undefined) return undefined;
    const downloaded = canServeDownloads() ? (downloads ?? []).filter((row) => row.state === 'kept') : [];
    return new Set(downloaded.map((row) => row.fileId));
  }, [downloads]);
}
