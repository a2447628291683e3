import type { AdminCourseOutline } from '#pwa/store/database/admin-rows.ts';
import { enqueueCourseDelete, enqueueCourseStatus } from './admin-commands.ts';

/**
 * Queues that courses move to the trash; published ones are unpublished first.
 *
 * @throws {StoreGoneError} if the author is no longer signed in on this device
 * @throws {StorageFullError} if the device's storage is full
 */
export async function enqueueCoursesDelete(
  authorId: string,
  courses: readonly Pick<AdminCourseOutline, 'id' | 'title' | 'status'>[],
): Promise<void> {
  for (const course of courses) {
    if (course.status === 'published') await enqueueCourseStatus(authorId, course, 'unpublished');
    await enqueueCourseDelete(authorId, course);
  }
}
