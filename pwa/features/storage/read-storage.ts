import { flattenLessons } from '#schema/courses/course.ts';
import { countCompleted } from '#schema/learning/resume.ts';
import { listByLastUse } from '../../downloads/cache/evict-files.ts';
import { type CourseSize, measureCourse } from '../../downloads/plans/course-size.ts';
import { listDrafts } from '../../store/account/drafts.ts';
import { listUnsent } from '../../store/account/outbox.ts';
import { listProgress } from '../../store/account/progress.ts';
import { listUploads } from '../../store/account/uploads.ts';
import type { PrivateStore } from '../../store/database/private-store.ts';
import type { OfflineCourse } from '../../store/database/rows.ts';
import { listDownloads } from '../../store/offline/downloads.ts';
import { listOfflineCourses } from '../../store/offline/offline-courses.ts';
import { measureUnsent } from '../../sync/status/measure-unsent.ts';

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
