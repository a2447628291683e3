import { ownFileId } from '#schema/courses/video.ts';
import type { CodesAndAddresses } from '#schema/editor/course-numbers.ts';
import { FORMAT_VERSION } from '#schema/protocol.ts';
import { read, write } from '../database/access.ts';
import type { AdminCourseOutline } from '../database/admin-rows.ts';
import type { PrivateStore, Reader, Tables, Tx } from '../database/private-store.ts';

/*
 * Courses as last pulled, split up: an outline per course, and each lesson's HTML and the first unused codes
 * separately. Screens apply the admin's commands on top.
 */

/** As many codes as the editor shows (spec map, section 5). */
const CODES_STORED = 20;

/** Returns one course's outline; null if it is not on this device. */
export function findAdminCourse(store: Reader, courseId: string): Promise<AdminCourseOutline | null> {
  return read(store, async () => (await store.adminCourses.get(courseId)) ?? null);
}

/**
 * Returns a lesson's HTML from the server, or from an import that the server does not have yet, and the version that it
 * came with; null if it is not on this device.
 */
export function findAdminContent(
  store: Reader,
  lessonId: string,
): Promise<{ readonly content: string; readonly version: number } | null> {
  return read(store, async () => {
    const row = await store.adminContents.get(lessonId);
    if (row !== undefined) return { content: row.content, version: row.version };
    const imported = await store.importTexts.get(lessonId);
    return imported === undefined ? null : { content: imported.content, version: 1 };
  });
}

/** Returns the first unused codes of a course, oldest first; none if this device never received them. */
export function findAdminCodes(store: Reader, courseId: string): Promise<string[]> {
  return read(store, async () => (await store.adminCodes.get(courseId))?.codes ?? []);
}

/** Whether the course was fetched whole before the first pull had ended, or its codes afterwards. */
export function wasCourseFetched(store: Reader, courseId: string): Promise<boolean> {
  return read(store, async () => (await store.adminCodes.get(courseId)) !== undefined);
}

/** The tables with what an admin sees of courses. */
export function adminCourseTables(tables: Tables) {
  return [tables.adminCourses, tables.adminContents, tables.adminCodes];
}

/**
 * Stores the first of a course's unused codes; for use inside a transaction over {@link adminCourseTables}.
 */
export async function storeFirstCodes(tx: Tx, courseId: string, unused: readonly string[]): Promise<void> {
  await tx.adminCodes.put({ courseId, codes: unused.slice(0, CODES_STORED), v: FORMAT_VERSION });
}

/**
 * Stores the numbers and first unused codes of a course, and the present addresses of its files in place of those that
 * expire.
 */
export function putCodesAndAddresses(
  store: PrivateStore,
  courseId: string,
  { numbers, codes, addresses }: CodesAndAddresses,
): Promise<void> {
  const present = new Map(addresses.map((address) => [ownFileId(address), address]));
  const renew = (address: string) => present.get(ownFileId(address)) ?? address;
  return write(store, [store.adminCourses, store.adminCodes], async (tx) => {
    await storeFirstCodes(tx, courseId, codes);
    const row = await tx.adminCourses.get(courseId);
    if (row === undefined) return;
    const modules = row.modules.map((module) => ({
      ...module,
      lessons: module.lessons.map((lesson) => ({
        ...lesson,
        videoUrl: lesson.videoUrl === null ? null : renew(lesson.videoUrl),
        resources: lesson.resources.map((resource) => ({ ...resource, url: renew(resource.url) })),
      })),
    }));
    await tx.adminCourses.put({ ...row, ...numbers, modules });
  });
}

/** Removes a course with all its rows; for use inside a transaction over {@link adminCourseTables}. */
export async function removeAdminCourseRows(tx: Tx, courseId: string): Promise<void> {
  await tx.adminCourses.delete(courseId);
  await tx.adminContents.where({ courseId }).delete();
  await tx.adminCodes.delete(courseId);
}
