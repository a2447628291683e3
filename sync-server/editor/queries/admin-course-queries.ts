import { byPosition } from '#schema/courses/position.ts';
import type { AdminCourse, AdminLesson, AdminResource } from '#schema/editor/editor.ts';
import { countCodes, listUnusedCodes } from '#sync-server/activation/code-queries.ts';
import { countLearners } from '#sync-server/courses/count-queries.ts';
import { liveCourses } from '#sync-server/db/live-rows.ts';
import type { Db } from '#sync-server/db/open.ts';
import type { FileAddress } from '#sync-server/db/row-fields.ts';
import { findOutlineRows, listLessonRows, listResourceRows, type Scope } from './admin-rows-queries.ts';
import { assembleLesson, assembleModule, assembleOwnCourse } from './assemble-admin-course.ts';

/** Inputs of a read besides the database. */
export interface ReadContext {
  readonly addressOf: FileAddress;
  /** ISO time; decides whether a code has expired. */
  readonly at: string;
}

/** Where a course is in the order of all courses. */
export interface CoursePlace {
  readonly position: string;
  readonly id: string;
}

/** Every course in order, after a place if one is given. */
export async function listCoursePlaces(db: Db, after: CoursePlace | null = null): Promise<CoursePlace[]> {
  const places = await db.selectFrom(liveCourses).select(['position', 'id']).execute();
  places.sort(byPosition);
  return after === null ? places : places.filter((place) => byPosition(place, after) > 0);
}

/**
 * Returns one whole course as shown to admins, or undefined when there is none. Runs the same few queries however much
 * it contains, and one for each two thousand codes; at most `codesMax` codes are returned.
 */
export async function findAdminCourse(
  db: Db,
  courseId: string,
  { addressOf, at }: ReadContext,
  codesMax?: number,
): Promise<AdminCourse | undefined> {
  const rows = await findOutlineRows(db, courseId);
  if (rows === undefined) return undefined;
  const lessons = await listAdminLessons(db, addressOf, { courseId });
  return {
    ...assembleOwnCourse(rows.course),
    enrollmentCount: await countLearners(db, courseId),
    modules: rows.modules
      .sort(byPosition)
      .map((module) => assembleModule(module, lessons.get(module.id) ?? [])),
    activationCodes: await listUnusedCodes(db, { courseId, at }, codesMax),
    codeStats: await countCodes(db, { courseId, at }),
  };
}

/** Returns whole lessons, by their module's id. */
export async function listAdminLessons(
  db: Db,
  addressOf: FileAddress,
  scope: Scope,
): Promise<Map<string, AdminLesson[]>> {
  const lessons = await listLessonRows(db, scope);
  const resources = new Map<string, Awaited<ReturnType<typeof listResourceRows>>>();
  for (const row of await listResourceRows(db, scope)) {
    resources.set(row.lessonId, [...(resources.get(row.lessonId) ?? []), row]);
  }
  const byModule = new Map<string, AdminLesson[]>();
  for (const row of lessons) {
    const siblings = byModule.get(row.moduleId) ?? [];
    siblings.push(assembleLesson(row, resources.get(row.id) ?? [], addressOf));
    byModule.set(row.moduleId, siblings);
  }
  return byModule;
}

/** Returns one whole lesson; undefined when there is none. */
export async function findAdminLesson(
  db: Db,
  lessonId: string,
  addressOf: FileAddress,
): Promise<AdminLesson | undefined> {
  return [...(await listAdminLessons(db, addressOf, { lessonId })).values()].flat()[0];
}

/** The same. Throws when there is none. */
export async function getAdminLesson(db: Db, lessonId: string, addressOf: FileAddress): Promise<AdminLesson> {
  const lesson = await findAdminLesson(db, lessonId, addressOf);
  if (lesson === undefined) throw new Error(`Lesson ${lessonId} was deleted while it was read`);
  return lesson;
}

/** Returns one resource of a lesson. Throws when there is none. */
export async function getAdminResource(
  db: Db,
  place: { readonly lessonId: string; readonly resourceId: string },
  addressOf: FileAddress,
): Promise<AdminResource> {
  const { resources } = await getAdminLesson(db, place.lessonId, addressOf);
  const resource = resources.find(({ id }) => id === place.resourceId);
  if (resource === undefined) throw new Error(`Resource ${place.resourceId} was deleted while it was read`);
  return resource;
}
