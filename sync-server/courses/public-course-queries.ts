import { liveCourses } from '../db/live-rows.ts';
import type { Db } from '../db/open.ts';

/** What everyone may know of a published course; undefined for any other. */
export function findPublicCourse(db: Db, courseId: string) {
  return db
    .selectFrom(liveCourses)
    .select(['courses.id', 'courses.title', 'courses.description', 'courses.thumbnail'])
    .where('courses.id', '=', courseId)
    .where('courses.status', '=', 'published')
    .executeTakeFirst();
}
