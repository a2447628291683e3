import { CallError, call } from '#pwa/api/call.ts';
import { putCatalogue, putCourse, removeCourse } from '#pwa/store/public/catalogue.ts';
import { openPublicStore } from '#pwa/store/public/public-store.ts';
import type { Course } from '#schema/courses/course.ts';
import { catalogueEndpoints } from '#schema/endpoints/catalogue-endpoints.ts';
import { messages } from '#schema/messages/messages.ts';
import { shareRun } from './share-run.ts';

/*
 * Fetches what every visitor may see into the public store. Each function rejects with a CallError whose
 * message can be shown, and then the device's data is unchanged.
 */

/** Fetches the whole catalogue. */
export function refreshCatalogue(): Promise<void> {
  return shareRun('catalogue', async () => {
    const { courses } = await call(catalogueEndpoints.listCourses, {
      defaultMessage: messages.coursesFailed,
    });
    await putCatalogue(openPublicStore(), courses, new Date().toISOString());
  });
}

/**
 * Fetches one course's outline. An unpublished one (its learners may see it) is returned but never stored
 * where other users of this device could find it; a deleted one is removed from the catalogue.
 */
export async function refreshCourse(courseId: string): Promise<Course> {
  try {
    const { course } = await call(catalogueEndpoints.getCourse, {
      params: { courseId },
      defaultMessage: messages.courseFailed,
    });
    if (course.status === 'published') await putCourse(openPublicStore(), course);
    return course;
  } catch (error) {
    if (error instanceof CallError && error.code === 'course_not_found') {
      await removeCourse(openPublicStore(), courseId);
    }
    throw error;
  }
}
