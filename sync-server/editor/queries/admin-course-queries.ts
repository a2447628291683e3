import { byPosition } from '#schema/courses/position.ts';
import type { AdminCourse, AdminLesson, AdminResource } from '#schema/editor/editor.ts';
import { listCodeStats, listUnusedCodes, noCodes } from '#sync-server/codes/code-queries.ts';
import type { FileAddress } from '#sync-server/courses/row-fields.ts';
import type { Db } from '#sync-server/db/open.ts';
import { listLessonRows, listOutlineRows, listResourceRows, type Scope } from './admin-rows-queries.ts';
import { assembleLesson, assembleModule, assembleOwnCourse } from './assemble-admin-course.ts';

/** Inputs of a read besides the database. */
export interface ReadContext {
  readonly addressOf: FileAddress;
  /** ISO time; decides whether a code has expired. */
  readonly at: string;
}

/**
 * Returns whole courses as shown to admins: all, or the one of `courseId`. Runs seven queries, however many
 * there are.
 */
export async function listAdminCourses(
  db: Db,
  readContext: ReadContext,
  scope: Scope = {},
): Promise<AdminCourse[]> {
  const { courses, modules, enrolments } = await listOutlineRows(db, scope);
  const lessons = await listAdminLessons(db, readContext.addressOf, scope);
  const unused = await listUnusedCodes(db, readContext.at, scope.courseId);
  const stats = await listCodeStats(db, scope.courseId);
  const learners = new Map(enrolments.map((row) => [row.courseId, Number(row.count)]));
  return courses.sort(byPosition).map((course) => {
    const activationCodes = unused.get(course.id) ?? [];
    return {
      ...assembleOwnCourse(course),
      enrollmentCount: learners.get(course.id) ?? 0,
      modules: modules
        .filter((module) => module.courseId === course.id)
        .sort(byPosition)
        .map((module) => assembleModule(module, lessons.get(module.id) ?? [])),
      activationCodes,
      codeStats: { ...(stats.get(course.id) ?? noCodes), unused: activationCodes.length },
    };
  });
}

/** Returns one whole course, or undefined when there is none. */
export async function findAdminCourse(
  db: Db,
  courseId: string,
  readContext: ReadContext,
): Promise<AdminCourse | undefined> {
  return (await listAdminCourses(db, readContext, { courseId }))[0];
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
