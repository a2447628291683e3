import { useMemo } from 'react';
import { checkOfflineReadiness, type OfflineReadiness } from '#pwa/downloads/readiness/offline-readiness.ts';
import type { OfflineCourse } from '#pwa/store/database/rows.ts';
import { useOnDevice } from './use-on-device.ts';

/** Offline readiness of one offline course; null while it is computed. */
export function useOfflineReadiness(course: OfflineCourse): OfflineReadiness | null {
  const onDevice = useOnDevice(course.id);
  return useMemo(
    () => (onDevice === null ? null : checkOfflineReadiness(course, onDevice)),
    [course, onDevice],
  );
}
