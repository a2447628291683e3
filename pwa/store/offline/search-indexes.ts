import { byPosition } from '#schema/courses/position.ts';
import { FORMAT_VERSION } from '#schema/protocol.ts';
import { read, write } from '../database/access.ts';
import type { PrivateStore } from '../database/private-store.ts';
import type { SearchIndexRow } from '../database/rows.ts';

/** A lesson of an offline course whose text is here, without the text. */
export interface SearchableLesson {
  readonly id: string;
  readonly title: string;
  readonly version: number;
}

export interface SearchableCourse {
  readonly courseId: string;
  /** The lessons whose text is on this device. */
  readonly lessons: readonly SearchableLesson[];
}

/** Returns the searchable offline courses without reading any text. */
export function listSearchable(store: PrivateStore): Promise<SearchableCourse[]> {
  return read(store, async () => {
    const courseIds = await store.courses.toCollection().primaryKeys();
    return Promise.all(
      courseIds.map(async (courseId) => {
        const [lessons, withText] = await Promise.all([
          store.lessons.where({ courseId }).toArray(),
          store.lessonContents.where({ courseId }).primaryKeys(),
        ]);
        const readable = new Set(withText);
        const here = lessons.filter(({ id }) => readable.has(id)).sort(byPosition);
        return { courseId, lessons: here.map(({ id, title, version }) => ({ id, title, version })) };
      }),
    );
  });
}

export function findSearchIndex(store: PrivateStore, courseId: string): Promise<SearchIndexRow | null> {
  return read(store, async () => (await store.searchIndexes.get(courseId)) ?? null);
}

/** Returns the ids of the courses that have an index, without reading it. */
export function listIndexedIds(store: PrivateStore): Promise<string[]> {
  return read(store, () => store.searchIndexes.toCollection().primaryKeys());
}

/** Stores an index, unless its course was removed from the device meanwhile. */
export function putSearchIndex(store: PrivateStore, row: Omit<SearchIndexRow, 'v'>): Promise<void> {
  return write(store, [store.courses, store.searchIndexes], async (tx) => {
    const { courses, searchIndexes } = tx;
    if ((await courses.get(row.courseId)) !== undefined)
      await searchIndexes.put({ ...row, v: FORMAT_VERSION });
  });
}
