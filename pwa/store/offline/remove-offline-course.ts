import type { Tx } from '../database/private-store.ts';
import { forgetCourseUpdate } from './course-updates.ts';
import { noteRemovedCourse } from './removed-courses.ts';
import { forgetSharedFiles } from './shared-files.ts';

/**
 * A course is no longer downloaded: stores a notice about it, and removes what only a download has. For use inside a
 * transaction over the courses, the search indexes and the state.
 */
export async function removeOfflineCourse(tx: Tx, courseId: string): Promise<void> {
  const row = await tx.courses.get(courseId);
  await tx.courses.delete(courseId);
  await tx.searchIndexes.delete(courseId);
  await forgetCourseUpdate(tx, courseId);
  await forgetSharedFiles(tx, courseId);
  if (row !== undefined) await noteRemovedCourse(tx, { courseId, title: row.title });
}
