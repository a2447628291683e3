import { findPrivateStore } from '../store/database/private-store.ts';
import { fingerprintOf } from '../store/offline/index-fingerprint.ts';
import type { SearchableCourse } from '../store/offline/search-indexes.ts';
import type { CourseIndex } from './course-index.ts';
import { updateIndex } from './update-index.ts';

interface OpenIndex {
  readonly fingerprint: string;
  readonly index: CourseIndex;
}

/** Open indexes by the id of their course. */
export type OpenIndexes = ReadonlyMap<string, OpenIndex>;

/** Returns the indexes of the given courses; open indexes that are still valid are reused. */
export async function openIndexes(
  courses: readonly SearchableCourse[],
  open: OpenIndexes,
): Promise<OpenIndexes> {
  const next = new Map<string, OpenIndex>();
  for (const course of courses) {
    const { courseId } = course;
    const fingerprint = fingerprintOf(course);
    const known = open.get(courseId);
    const store = findPrivateStore();
    if (known?.fingerprint === fingerprint) next.set(courseId, known);
    else if (store !== null) next.set(courseId, { fingerprint, index: await updateIndex(store, course) });
  }
  return next;
}
