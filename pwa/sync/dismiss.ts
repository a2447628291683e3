import { dismissCourseUpdate } from '../store/course-updates.ts';
import { dismissMadeRoom } from '../store/made-room.ts';
import { findPrivateStore, type PrivateStore } from '../store/private-store.ts';
import { dismissRemovedCourse } from '../store/removed-courses.ts';

/*
 * The person has read a note about a course: that it left this device, that it changed, or that its files made
 * room for their work.
 */

export const dismissRemoved = (courseId: string) => dismiss(dismissRemovedCourse, courseId);
export const dismissUpdate = (courseId: string) => dismiss(dismissCourseUpdate, courseId);
export const dismissRoomNote = (courseId: string) => dismiss(dismissMadeRoom, courseId);

type Note = (store: PrivateStore, courseId: string) => Promise<void>;

async function dismiss(note: Note, courseId: string): Promise<void> {
  const store = findPrivateStore();
  if (store !== null) await note(store, courseId);
}
