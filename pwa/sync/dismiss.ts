import { dismissScoreChange, type ScoreChange } from '../store/account/score-changes.ts';
import { openPrivateStore, type PrivateStore } from '../store/database/private-store.ts';
import { dismissCourseUpdate } from '../store/offline/course-updates.ts';
import { dismissEvictionNotice } from '../store/offline/eviction-notices.ts';
import { dismissRemovedCourse } from '../store/offline/removed-courses.ts';
import { dismissReturnedCourse } from '../store/offline/unlock-proofs.ts';

/*
 * The user has read a notice about a course: that it was removed from this device, that it was unlocked again, that it changed, or that
 * its files were evicted to make space for unsent work; or that the score of a test changed.
 */

export const dismissRemoved = (userId: string, courseId: string) =>
  dismiss(dismissRemovedCourse, userId, courseId);
export const dismissReturned = (userId: string, courseId: string) =>
  dismiss(dismissReturnedCourse, userId, courseId);
export const dismissUpdate = (userId: string, courseId: string) =>
  dismiss(dismissCourseUpdate, userId, courseId);
export const dismissEviction = (userId: string, courseId: string) =>
  dismiss(dismissEvictionNotice, userId, courseId);
export const dismissScore = (userId: string, change: Pick<ScoreChange, 'attemptId' | 'regradedAt'>) =>
  dismissScoreChange(openPrivateStore(userId), change);

type Note = (store: PrivateStore, courseId: string) => Promise<void>;

async function dismiss(note: Note, userId: string, courseId: string): Promise<void> {
  await note(openPrivateStore(userId), courseId);
}
