import { useMemo } from 'react';
import { readKeptTexts } from '../downloads/kept-texts.ts';
import type { OnDevice } from '../downloads/trip-check.ts';
import { useHasApp } from '../session/use-has-app.ts';
import { usePrivateQuery } from '../session/use-private-query.ts';
import { listDownloads } from '../store/downloads.ts';

/**
 * The device's copy of one offline course or of all, for offline readiness; null while it is read. Texts and
 * files are watched separately, because files arrive one by one and the texts are large.
 */
export function useOnDevice(courseId: string | null = null): OnDevice | null {
  const texts = usePrivateQuery((store) => readKeptTexts(store, courseId), [courseId]);
  const files = usePrivateQuery(listDownloads, []);
  const hasApp = useHasApp();
  return useMemo(
    () => (texts && files && hasApp !== null ? { texts, files, hasApp } : null),
    [texts, files, hasApp],
  );
}
