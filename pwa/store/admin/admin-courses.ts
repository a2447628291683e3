import { ownFileId } from '#schema/courses/video.ts';
import type { CodesAndAddresses } from '#schema/editor/course-numbers.ts';
import { FORMAT_VERSION } from '#schema/protocol.ts';
import { read, write } from '../database/access.ts';
import { type AdminCourseOutline, completeCourseRow } from '../database/admin-rows.ts';
import type { PrivateStore, Reader, Tables, Tx } from '../database/private-store.ts';
import { assembleOutlines, readOutlineRows } from '../server-rows/outlines.ts';

/*
 * Courses as last pulled. Each lesson's HTML and the first unused codes are read separately. Screens apply the admin's
 * commands on top.
 */

/** As many codes as the editor shows (spec map, section 5). */
const CODES_STORED = 20;

/** Returns one course's outline; null if it is not on this device. */
export function findAdminCourse(store: Reader, courseId: string): Promise<AdminCourseOutline | null> {
  return read(store, async () => {
    const [course, rows] = await Promise.all([
      store.adminCourses.get(courseId),
      readOutlineRows(store, [courseId]),
    ]);
    const known = completeCourseRow(course);
    return known === undefined ? null : (assembleOutlines([known], rows)[0] ?? null);
  });
}

/**
 * Returns a lesson's HTML from the server, or from an import that the server does not have yet; null if it is not on this
 * device.
 */
export function findAdminContent(store: Reader, lessonId: string): Promise<string | null> {
  return read(store, async () => {
    const [row, imported] = await Promise.all([
      store.lessonContents.get(lessonId),
      store.importTexts.get(lessonId),
    ]);
    return row?.content ?? imported?.content ?? null;
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

/** The tables that an admin's outline of a course is built from. */
export function adminOutlineTables({ adminCourses, modules, lessons, resources }: Tables) {
  return [adminCourses, modules, lessons, resources];
}

/** The tables with what an admin sees of courses. */
export function adminCourseTables(tables: Tables) {
  return [...adminOutlineTables(tables), tables.lessonContents, tables.adminCodes];
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
  return write(store, adminCourseTables(store), async (tx) => {
    await storeFirstCodes(tx, courseId, codes);
    await tx.adminCourses.update(courseId, numbers);
    const lessons = await tx.lessons.where({ courseId }).toArray();
    const videos = lessons.flatMap((lesson) =>
      lesson.videoUrl === null ? [] : { ...lesson, videoUrl: renew(lesson.videoUrl) },
    );
    const resources = await tx.resources.where({ courseId }).toArray();
    await tx.lessons.bulkPut(videos);
    await tx.resources.bulkPut(resources.map((resource) => ({ ...resource, url: renew(resource.url) })));
  });
}
