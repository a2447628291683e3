import type { Course } from '#schema/course.ts';
import { FORMAT_VERSION } from '#schema/protocol.ts';
import { read, write } from './access.ts';
import type { PublicStore } from './public-store.ts';

const REFRESHED_AT = 'catalogueRefreshedAt';

/** The catalogue in the server's order, as it was when last heard of. */
export function listCourses(store: PublicStore): Promise<Course[]> {
  return read(store, () => store.courses.orderBy('position').toArray());
}

export function findCourse(store: PublicStore, courseId: string): Promise<Course | null> {
  return read(store, async () => (await store.courses.get(courseId)) ?? null);
}

/** When the catalogue was last fetched; null on a device that never had it (it is then not empty but unknown). */
export function findCatalogueTime(store: PublicStore): Promise<string | null> {
  return read(store, async () => {
    const row = await store.appState.get(REFRESHED_AT);
    return typeof row?.value === 'string' ? row.value : null;
  });
}

/** Replaces the whole catalogue. */
export function putCatalogue(store: PublicStore, courses: readonly Course[], at: string): Promise<void> {
  return write(store, [store.courses, store.appState], async () => {
    await store.courses.clear();
    await store.courses.bulkPut(
      courses.map((course, position) => ({ ...course, position, v: FORMAT_VERSION })),
    );
    await store.appState.put({ key: REFRESHED_AT, value: at });
  });
}

/** Puts one course in its place, a new one at the end. */
export function putCourse(store: PublicStore, course: Course): Promise<void> {
  return write(store, [store.courses], async () => {
    const old = await store.courses.get(course.id);
    const position = old?.position ?? (await store.courses.count());
    await store.courses.put({ ...course, position, v: FORMAT_VERSION });
  });
}

/** Takes a course out that the server says is not there for visitors (any more). */
export function removeCourse(store: PublicStore, courseId: string): Promise<void> {
  return write(store, [store.courses], () => store.courses.delete(courseId));
}
