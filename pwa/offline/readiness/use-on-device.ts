import { useMemo } from 'react';
import type { OnDevice } from '#pwa/downloads/readiness/offline-readiness.ts';
import { readOfflineTexts } from '#pwa/downloads/readiness/offline-texts.ts';
import { useDownloads } from '#pwa/session/queries/use-downloads.ts';
import { usePrivateQuery } from '#pwa/session/queries/use-private-query.ts';
import { useAppFiles } from './use-app-files.ts';

/**
 * The device's copy of one offline course or of all, for offline readiness; null while it is read. Texts and
 * files are watched separately, because files arrive one by one and the texts are large.
 */
export function useOnDevice(courseId: string | null = null): OnDevice | null {
  const texts = usePrivateQuery((store) => readOfflineTexts(store, courseId), [courseId]);
  const files = useDownloads();
  const app = useAppFiles();
  return useMemo(() => (texts && files && app ? { texts, files, app } : null), [texts, files, app]);
}
