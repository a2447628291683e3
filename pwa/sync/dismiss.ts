import { dismissCourseUpdate } from '../store/course-updates.ts';
import { dismissMadeRoom } from '../store/made-room.ts';
import { openPrivateStore, type PrivateStore } from '../store/private-store.ts';
import { dismissRemovedCourse } from '../store/removed-courses.ts';

/*
 * The user has read a notice about a course: that it was removed from this device, that it changed, or that
 * its files were evicted to make space for unsent work.
 */

export const dismissRemoved = (userId: string, courseId: string) =>
  dismiss(dismissRemovedCourse, userId, courseId);
export const dismissUpdate = (userId: string, courseId: string) =>
  dismiss(dismissCourseUpdate, userId, courseId);
export const dismissRoomNote = (userId: string, courseId: string) =>
  dismiss(dismissMadeRoom, userId, courseId);

type Note = (store: PrivateStore, courseId: string) => Promise<void>;

async function dismiss(note: Note, userId: string, courseId: string): Promise<void> {
  await note(openPrivateStore(userId), courseId);
}
