import * as v from 'valibot';
import { done } from '#pwa/device/indexed-db.ts';
import { Course } from '#schema/courses/course.ts';
import { FORMAT_VERSION } from '#schema/protocol.ts';
import type { PublicStore, Tables, Work } from './public-store.ts';

const REFRESHED_AT = 'catalogueRefreshedAt';

const CourseRow = v.object({ ...Course.entries, position: v.number() });
const TimeRow = v.object({ value: v.string() });
const AnyRow = v.object({ id: v.string() });

export interface Catalogue {
  readonly courses: readonly Course[];
  /** When it was last fetched (ISO string); null on a device that never had it. */
  readonly refreshedAt: string | null;
}

/**
 * The newest catalogue, if the browser does not store it because it blocks its databases or has no space: as long as the
 * page lives, it takes the place of the stored one.
 */
let unstored: Catalogue | null = null;

/** Whether the catalogue that this page shows is on the device too. */
export const isCatalogueStored = (): boolean => unstored === null;

/** The catalogue in the server's order, as last received. */
export async function listCourses(store: PublicStore): Promise<readonly Course[]> {
  if (unstored !== null) return unstored.courses;
  return store.read(async ({ courses }) => {
    const rows: unknown[] = await done(courses.index('position').getAll());
    return rows.map(parseCourse).filter((course) => course !== null);
  });
}

export async function findCourse(store: PublicStore, courseId: string): Promise<Course | null> {
  if (unstored !== null) return unstored.courses.find(({ id }) => id === courseId) ?? null;
  return store.read(async ({ courses }) => parseCourse(await done(courses.get(courseId))));
}

/**
 * When the catalogue was last fetched; null on a device that never had it (it is then unknown, not empty).
 */
export async function findCatalogueTime(store: PublicStore): Promise<string | null> {
  if (unstored !== null) return unstored.refreshedAt;
  return store.read(async ({ appState }) => {
    const row = v.safeParse(TimeRow, await done(appState.get(REFRESHED_AT)));
    return row.success ? row.output.value : null;
  });
}

export async function readCatalogue(store: PublicStore): Promise<Catalogue> {
  const [courses, refreshedAt] = await Promise.all([listCourses(store), findCatalogueTime(store)]);
  return { courses, refreshedAt };
}

/**
 * Replaces the whole catalogue. It is fetched at every start and mostly the same: only differences are
 * written.
 */
export function putCatalogue(
  store: PublicStore,
  courses: readonly Course[],
  refreshedAt: string,
): Promise<void> {
  return putAll(store, { courses, refreshedAt }, (tables) => replaceCatalogue(tables, courses, refreshedAt));
}

/** Stores the catalogue that came with the page, unless the device has one. */
export function putFirstCatalogue(
  store: PublicStore,
  courses: readonly Course[],
  refreshedAt: string,
): Promise<void> {
  return putAll(store, { courses, refreshedAt }, async (tables) => {
    const row: unknown = await done(tables.appState.get(REFRESHED_AT));
    if (row === undefined) await replaceCatalogue(tables, courses, refreshedAt);
  });
}

async function putAll(store: PublicStore, catalogue: Catalogue, work: Work<void>): Promise<void> {
  try {
    await store.write(work);
    unstored = null;
  } catch {
    unstored = catalogue;
    store.notify();
  }
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
  const isNew = (courses: readonly Course[]) => courses.every(({ id }) => id !== course.id);
  return change(
    store,
    async ({ courses }) => {
      const old = v.safeParse(CourseRow, await done(courses.get(course.id)));
      const position = old.success ? old.output.position : await done(courses.count());
      courses.put({ ...course, position, v: FORMAT_VERSION });
    },
    (courses) =>
      isNew(courses) ? [...courses, course] : courses.map((old) => (old.id === course.id ? course : old)),
  );
}

/** Removes a course that the server does not show to visitors (any more). */
export function removeCourse(store: PublicStore, courseId: string): Promise<void> {
  return change(
    store,
    ({ courses }) => void courses.delete(courseId),
    (courses) => courses.filter(({ id }) => id !== courseId),
  );
}

/** Changes the stored catalogue and, if this page shows another one, that too. */
async function change(
  store: PublicStore,
  work: Work<void>,
  edit: (courses: readonly Course[]) => readonly Course[],
): Promise<void> {
  try {
    await store.write(work);
    if (unstored === null) return;
  } catch {
    unstored ??= await readCatalogue(store).catch(() => ({ courses: [], refreshedAt: null }));
  }
  unstored = { ...unstored, courses: edit(unstored.courses) };
  store.notify();
}

/** Null if there is none, or if another version of the app wrote it in another format. */
function parseCourse(row: unknown): Course | null {
  const parsed = v.safeParse(Course, row);
  return parsed.success ? parsed.output : null;
}
