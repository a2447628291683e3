import { useMemo } from 'react';
import { checkTrip, type TripCheck } from '../downloads/trip-check.ts';
import type { KeptCourse } from '../store/rows.ts';
import { useOnDevice } from './use-on-device.ts';

/** Offline readiness of one offline course; null while it is computed. */
export function useTrip(course: KeptCourse): TripCheck | null {
  const onDevice = useOnDevice(course.id);
  return useMemo(() => (onDevice === null ? null : checkTrip(course, onDevice)), [course, onDevice]);
}
