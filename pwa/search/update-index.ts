import { untilIdle } from '../device/when-idle.ts';
import type { PrivateStore } from '../store/database/private-store.ts';
import { StorageFullError } from '../store/database/storage-errors.ts';
import { fingerprintOf, markOf, versionsIn } from '../store/offline/index-fingerprint.ts';
import { findLessonContents } from '../store/offline/offline-courses.ts';
import {
  findSearchIndex,
  putSearchIndex,
  type SearchableCourse,
  type SearchableLesson,
} from '../store/offline/search-indexes.ts';
import { CourseIndex, type IndexedLesson } from './course-index.ts';
import { readLessonText } from './lesson-text.ts';

/**
 * If more than this share of its lessons changed, an index is rebuilt: removed documents leave traces in it.
 */
const REBUILD_SHARE = 0.3;
const LESSONS_A_SLICE = 5;

/**
 * Updates the index of an offline course to its lessons' current text: only changed lessons are read again,
 * and the index is stored if any were.
 */
export async function updateIndex(store: PrivateStore, course: SearchableCourse): Promise<CourseIndex> {
  const row = await findSearchIndex(store, course.courseId);
  const known = row === null ? null : await CourseIndex.load(row.index);
  if (row !== null && known !== null && row.fingerprint === fingerprintOf(course)) return known;
  const before = known === null || row === null ? new Map() : versionsIn(row.fingerprint);
  const changed = course.lessons.filter((lesson) => before.get(lesson.id) !== markOf(lesson));
  const isRebuilt = known === null || changed.length > course.lessons.length * REBUILD_SHARE;
  const index = isRebuilt ? CourseIndex.empty() : known;
  const here = new Set(course.lessons.map(({ id }) => id));
  for (const id of before.keys()) if (!here.has(id)) index.remove(id);
  await readLessons(store, isRebuilt ? course.lessons : changed, index);
  await storeIndex(store, course, index);
  return index;
}

/** In slices, because a phone has one main thread and the user is reading. */
async function readLessons(
  store: PrivateStore,
  lessons: readonly SearchableLesson[],
  index: CourseIndex,
): Promise<void> {
  for (let at = 0; at < lessons.length; at += LESSONS_A_SLICE) {
    await untilIdle({ restMs: 0 });
    const slice = lessons.slice(at, at + LESSONS_A_SLICE);
    const contents = await findLessonContents(
      store,
      slice.map(({ id }) => id),
    );
    const indexed = slice.map(
      ({ id, title }): IndexedLesson => ({ id, title, ...readLessonText(contents.get(id) ?? '') }),
    );
    await index.put(indexed);
  }
}

/** On a full device the index is not stored but rebuilt the next time; other data has priority. */
async function storeIndex(store: PrivateStore, course: SearchableCourse, index: CourseIndex): Promise<void> {
  await untilIdle({ restMs: 0 });
  const row = { courseId: course.courseId, fingerprint: fingerprintOf(course), index: index.store() };
  await putSearchIndex(store, row).catch((error: unknown) => {
    if (!(error instanceof StorageFullError)) throw error;
  });
}
