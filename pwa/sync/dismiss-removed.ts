import { findPrivateStore } from '../store/private-store.ts';
import { dismissRemovedCourse } from '../store/removed-courses.ts';

/** The person has read that a course left this device. */
export async function dismissRemoved(courseId: string): Promise<void> {
  const store = findPrivateStore();
  if (store !== null) await dismissRemovedCourse(store, courseId);
}
