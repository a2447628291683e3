import { useMemo } from 'react';
import { checkTrip, type TripCheck } from '../downloads/trip-check.ts';
import type { KeptCourse } from '../store/rows.ts';
import { useOnDevice } from './use-on-device.ts';

/** What of one kept course works without a network; null while it is looked up. */
export function useTrip(course: KeptCourse): TripCheck | null {
  const onDevice = useOnDevice(course.id);
  return useMemo(() => (onDevice === null ? null : checkTrip(course, onDevice)), [course, onDevice]);
}
