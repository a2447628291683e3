import type { AdminCourse } from '#schema/editor/editor.ts';
import { FORMAT_VERSION } from '#schema/protocol.ts';
import { read, write } from '../database/access.ts';
import type {
  AdminCodesRow,
  AdminContentRow,
  AdminCourseOutline,
  AdminCourseRow,
} from '../database/admin-rows.ts';
import type { PrivateStore, Reader, Tables, Tx } from '../database/private-store.ts';

/*
 * Courses as last received from the server, split up: an outline per course, and each lesson's HTML and the
 * first unused codes separately. Screens apply the admin's unsent commands on top.
 */

/** As many codes as the editor shows (spec map, section 5). */
const CODES_STORED = 20;

/** Returns one course's outline; null if it is not on this device. */
export function findAdminCourse(store: Reader, courseId: string): Promise<AdminCourseOutline | null> {
  return read(store, async () => (await store.adminCourses.get(courseId)) ?? null);
}

/**
 * Returns a lesson's HTML from the server and the version that it came with; null if it is not on this
 * device.
 */
export function findAdminContent(
  store: Reader,
  lessonId: string,
): Promise<{ readonly content: string; readonly version: number } | null> {
  return read(store, async () => {
    const row = await store.adminContents.get(lessonId);
    return row === undefined ? null : { content: row.content, version: row.version };
  });
}

/** Returns the first unused codes of a course, oldest first; none if this device never received them. */
export function findAdminCodes(store: Reader, courseId: string): Promise<string[]> {
  return read(store, async () => (await store.adminCodes.get(courseId))?.codes ?? []);
}

/** Whether the course was fetched whole: only then its codes are stored, because the pull contains none. */
export function wasCourseFetched(store: Reader, courseId: string): Promise<boolean> {
  return read(store, async () => (await store.adminCodes.get(courseId)) !== undefined);
}

/** The tables that {@link putAdminCourse} writes. */
export function adminCourseTables(tables: Tables) {
  return [tables.adminCourses, tables.adminContents, tables.adminCodes];
}

/** Replaces the stored version of a whole course. */
export function putAdminCourse(store: PrivateStore, course: AdminCourse): Promise<void> {
  return write(store, adminCourseTables(store), (tx) => putAdminCourseRows(tx, course));
}

/** As {@link putAdminCourse}, for use inside a transaction over {@link adminCourseTables}. */
export async function putAdminCourseRows(tx: Tx, course: AdminCourse): Promise<void> {
  const known = await tx.adminCourses.get(course.id);
  const rows = splitAdminCourse(course, known?.place ?? (await nextPlace(tx)));
  await tx.adminContents.where({ courseId: course.id }).delete();
  await tx.adminContents.bulkPut(rows.contents);
  await tx.adminCodes.put(rows.codes);
  await tx.adminCourses.put(
    known?.position === undefined ? rows.course : { ...rows.course, position: known.position },
  );
}

async function nextPlace(tx: Tx): Promise<number> {
  const last = await tx.adminCourses.orderBy('place').last();
  return (last?.place ?? -1) + 1;
}

/**
 * Stores the first of a course's unused codes; for use inside a transaction over {@link adminCourseTables}.
 */
export async function storeFirstCodes(tx: Tx, courseId: string, unused: readonly string[]): Promise<void> {
  await tx.adminCodes.put({ courseId, codes: unused.slice(0, CODES_STORED), v: FORMAT_VERSION });
}

/** Removes a course with all its rows; for use inside a transaction over {@link adminCourseTables}. */
export async function removeAdminCourseRows(tx: Tx, courseId: string): Promise<void> {
  await tx.adminCourses.delete(courseId);
  await tx.adminContents.where({ courseId }).delete();
  await tx.adminCodes.delete(courseId);
}

/** A whole course as rows. */
export function splitAdminCourse(whole: AdminCourse, place: number) {
  const { activationCodes, modules, ...own } = whole;
  const contents = modules.flatMap(({ lessons }) =>
    lessons.map((lesson): AdminContentRow => {
      const { id: lessonId, content, version } = lesson;
      return { lessonId, courseId: whole.id, content, version, v: FORMAT_VERSION };
    }),
  );
  const outlines = modules.map((module) => ({
    ...module,
    lessons: module.lessons.map(({ content: _, ...lesson }) => lesson),
  }));
  const course: AdminCourseRow = { ...own, modules: outlines, place, v: FORMAT_VERSION };
  const codes: AdminCodesRow = {
    courseId: whole.id,
    codes: activationCodes.slice(0, CODES_STORED),
    v: FORMAT_VERSION,
  };
  return { course, contents, codes };
}
