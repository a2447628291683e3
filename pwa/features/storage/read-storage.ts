import { listByLastUse } from '#pwa/downloads/cache/evict-files.ts';
import { type CourseSize, measureCourse } from '#pwa/downloads/plans/course-size.ts';
import { listDrafts } from '#pwa/store/account/drafts.ts';
import { listUnsent } from '#pwa/store/account/outbox.ts';
import { listProgress } from '#pwa/store/account/progress.ts';
import { listUploads } from '#pwa/store/account/uploads.ts';
import type { PrivateStore } from '#pwa/store/database/private-store.ts';
import type { OfflineCourse } from '#pwa/store/database/rows.ts';
import { listDownloads } from '#pwa/store/offline/downloads.ts';
import { listOfflineCourses } from '#pwa/store/offline/offline-courses.ts';
import { measureUnsent } from '#pwa/sync/status/measure-unsent.ts';
import { flattenLessons } from '#schema/courses/course.ts';
import { countCompleted } from '#schema/learning/resume.ts';

/** A downloaded course and its size on this device. */
export interface StoredCourse {
  readonly course: OfflineCourse;
  readonly size: CourseSize;
  /** Bytes of files that were replaced on the server and stay until the new ones are downloaded. */
  readonly earlierBytes: number;
  readonly isFinished: boolean;
}

export interface Stored {
  /** The course that was not used for longest first. */
  readonly courses: readonly StoredCourse[];
  readonly unsentBytes: number;
}

/** The stored data of one user. */
export async function readStorage(store: PrivateStore): Promise<Stored> {
  const [offlineCourses, byUse, progress, downloads, unsent, drafts, uploads] = await Promise.all([
    listOfflineCourses(store),
    listByLastUse(store),
    listProgress(store),
    listDownloads(store),
    listUnsent(store),
    listDrafts(store, ''),
    listUploads(store),
  ]);
  const placeOf = (courseId: string) => byUse.findIndex((one) => one.courseId === courseId);
  const courses = await Promise.all(
    offlineCourses.map(async (course): Promise<StoredCourse[]> => {
      const size = await measureCourse(store, course.id);
      if (size === null) return [];
      const listed = new Set(size.files.map(({ fileId }) => fileId));
      const earlier = downloads.filter(
        ({ courseId, fileId }) => courseId === course.id && !listed.has(fileId),
      );
      const ids = flattenLessons(course).map(({ id }) => id);
      const isFinished = ids.length > 0 && countCompleted(ids, progress) === ids.length;
      const earlierBytes = earlier.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0);
      return [{ course, size, earlierBytes, isFinished }];
    }),
  );
  return {
    courses: courses.flat().sort((a, b) => placeOf(a.course.id) - placeOf(b.course.id)),
    unsentBytes: measureUnsent({ unsent, drafts, uploads }),
  };
}
