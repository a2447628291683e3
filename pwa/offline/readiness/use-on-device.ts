import { useMemo } from 'react';
import type { OnDevice } from '#pwa/downloads/readiness/offline-readiness.ts';
import { readOfflineTexts } from '#pwa/downloads/readiness/offline-texts.ts';
import { useDownloads } from '#pwa/session/queries/use-downloads.ts';
import { usePrivateQuery } from '#pwa/session/queries/use-private-query.ts';
import { useHasApp } from '#pwa/session/use-has-app.ts';

/**
 * The device's copy of one offline course or of all, for offline readiness; null while it is read. Texts and
 * files are watched separately, because files arrive one by one and the texts are large.
 */
export function useOnDevice(courseId: string | null = null): OnDevice | null {
  const texts = usePrivateQuery((store) => readOfflineTexts(store, courseId), [courseId]);
  const files = useDownloads();
  const hasApp = useHasApp();
  return useMemo(
    () => (texts && files && hasApp !== null ? { texts, files, hasApp } : null),
    [texts, files, hasApp],
  );
}
