import { read } from '../database/access.ts';
import type { PrivateStore, Reader } from '../database/private-store.ts';
import type { LessonContentRow, OfflineCourse } from '../database/rows.ts';
import { assembleOutlines, readOutlineRows, readRows } from '../server-rows/outlines.ts';

/** Returns every course stored for offline use, without the lessons' HTML. */
export function listOfflineCourses(store: PrivateStore): Promise<OfflineCourse[]> {
  return read(store, async () => {
    const courses = await store.courses.toArray();
    const ids = await onlyDownloaded(store, courses);
    return assembleOutlines(courses, await readOutlineRows(store, ids));
  });
}

/** The courses to read rows of; null, which is faster, on a device with no others. Only an admin's has others. */
async function onlyDownloaded(
  store: Reader,
  courses: readonly { readonly id: string }[],
): Promise<string[] | null> {
  return (await store.adminCourses.count()) === 0 ? null : courses.map(({ id }) => id);
}

export function findOfflineCourse(store: Reader, courseId: string): Promise<OfflineCourse | null> {
  return read(store, async () => {
    const [course, rows] = await Promise.all([
      store.courses.get(courseId),
      readOutlineRows(store, [courseId]),
    ]);
    return course === undefined ? null : (assembleOutlines([course], rows)[0] ?? null);
  });
}

/**
 * Returns a lesson's HTML as received from the server (sanitise before display); null if it is not on this
 * device.
 */
export function findLessonContent(store: Reader, lessonId: string): Promise<string | null> {
  return read(store, async () => (await store.lessonContents.get(lessonId))?.content ?? null);
}

/** As {@link findLessonContent}, of several lessons by their ids; without those that are not on this device. */
export function findLessonContents(
  store: Reader,
  lessonIds: readonly string[],
): Promise<Map<string, string>> {
  return read(store, async () => {
    const rows = await store.lessonContents.bulkGet([...lessonIds]);
    return new Map(rows.flatMap((row) => (row === undefined ? [] : [[row.lessonId, row.content] as const])));
  });
}

/** Returns the stored texts of one course or (null) of all downloaded ones. */
export function listLessonContents(store: Reader, courseId: string | null): Promise<LessonContentRow[]> {
  return read(store, async () => {
    const ids = courseId === null ? await onlyDownloaded(store, await store.courses.toArray()) : [courseId];
    return readRows(store.lessonContents, ids);
  });
}
