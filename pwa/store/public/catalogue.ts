import * as v from 'valibot';
import { done } from '#pwa/device/indexed-db.ts';
import { Course } from '#schema/courses/course.ts';
import { FORMAT_VERSION } from '#schema/protocol.ts';
import type { PublicStore, Tables } from './public-store.ts';

const REFRESHED_AT = 'catalogueRefreshedAt';

const CourseRow = v.object({ ...Course.entries, position: v.number() });
const TimeRow = v.object({ value: v.string() });
const AnyRow = v.object({ id: v.string() });

/** The catalogue in the server's order, as last received. */
export function listCourses(store: PublicStore): Promise<Course[]> {
  return store.read(async ({ courses }) => {
    const rows: unknown[] = await done(courses.index('position').getAll());
    return rows.map(parseCourse).filter((course) => course !== null);
  });
}

export function findCourse(store: PublicStore, courseId: string): Promise<Course | null> {
  return store.read(async ({ courses }) => parseCourse(await done(courses.get(courseId))));
}

/**
 * When the catalogue was last fetched; null on a device that never had it (it is then unknown, not empty).
 */
export function findCatalogueTime(store: PublicStore): Promise<string | null> {
  return store.read(async ({ appState }) => {
    const row = v.safeParse(TimeRow, await done(appState.get(REFRESHED_AT)));
    return row.success ? row.output.value : null;
  });
}

/**
 * Replaces the whole catalogue. It is fetched at every start and mostly the same: only differences are
 * written.
 */
export function putCatalogue(store: PublicStore, courses: readonly Course[], at: string): Promise<void> {
  return store.write((tables) => replaceCatalogue(tables, courses, at));
}

/** Stores the catalogue that came with the page, unless the device has one. */
export function putFirstCatalogue(store: PublicStore, courses: readonly Course[], at: string): Promise<void> {
  return store.write(async (tables) => {
    const row: unknown = await done(tables.appState.get(REFRESHED_AT));
    if (row === undefined) await replaceCatalogue(tables, courses, at);
  });
}

async function replaceCatalogue(tables: Tables, courses: readonly Course[], at: string): Promise<void> {
  const rows: unknown[] = await done(tables.courses.getAll());
  const known = new Map(rows.map((row) => [v.parse(AnyRow, row).id, JSON.stringify(row)]));
  for (const [position, course] of courses.entries()) {
    const row = { ...course, position, v: FORMAT_VERSION };
    if (known.get(course.id) !== JSON.stringify(row)) tables.courses.put(row);
    known.delete(course.id);
  }
  for (const deletedId of known.keys()) tables.courses.delete(deletedId);
  tables.appState.put({ key: REFRESHED_AT, value: at });
}

/** Updates one course at its position; appends a new one. */
export function putCourse(store: PublicStore, course: Course): Promise<void> {
  return store.write(async ({ courses }) => {
    const old = v.safeParse(CourseRow, await done(courses.get(course.id)));
    const position = old.success ? old.output.position : await done(courses.count());
    courses.put({ ...course, position, v: FORMAT_VERSION });
  });
}

/** Removes a course that the server does not show to visitors (any more). */
export function removeCourse(store: PublicStore, courseId: string): Promise<void> {
  return store.write(({ courses }) => {
    courses.delete(courseId);
  });
}

/** Null if there is none, or if another version of the app wrote it in another format. */
function parseCourse(row: unknown): Course | null {
  const parsed = v.safeParse(Course, row);
  return parsed.success ? parsed.output : null;
}
