import { inside } from '../database/inside.ts';
import type { PrivateStore } from '../database/private-store.ts';
import type { LessonRow, ModuleRow, ResourceRow } from '../database/rows.ts';
import { forgetCourseUpdate } from './course-updates.ts';
import { offlineTables } from './put-offline-course.ts';
import { noteRemovedCourse } from './removed-courses.ts';

/*
 * Removes rows from a learner's offline courses. For use inside a transaction over the offline tables and the
 * state.
 */

/** Removes a course from the device, and stores a notice about it. */
export async function removeOfflineCourse(store: PrivateStore, courseId: string): Promise<void> {
  const { courses, ...parts } = offlineTables(store);
  const row = await courses.get(courseId);
  await courses.delete(courseId);
  for (const table of Object.values(parts)) await table.where({ courseId }).delete();
  await inside(() => forgetCourseUpdate(store, courseId));
  if (row !== undefined) await inside(() => noteRemovedCourse(store, { courseId, title: row.title }));
}

/** Ids of deleted rows. */
export type DeletedIds = Readonly<Record<'module' | 'lesson' | 'resource', readonly string[]>>;

interface Lost {
  readonly modules: readonly ModuleRow[];
  readonly lessons: readonly LessonRow[];
  readonly resources: readonly ResourceRow[];
}

/** Removes rows with their contents; returns the courses that lost any. */
export async function removeRows(store: PrivateStore, gone: DeletedIds): Promise<string[]> {
  const lost = await inside(() => findLost(store, gone));
  const lessonIds = idsOf(lost.lessons);
  await store.modules.bulkDelete(idsOf(lost.modules));
  await store.lessons.bulkDelete(lessonIds);
  await store.lessonContents.bulkDelete(lessonIds);
  await store.resources.bulkDelete(idsOf(lost.resources));
  return [...lost.modules, ...lost.lessons, ...lost.resources].map(({ courseId }) => courseId);
}

/** Returns the lessons that {@link removeRows} would remove or change. */
export async function listAffectedLessons(store: PrivateStore, gone: DeletedIds): Promise<string[]> {
  const { lessons, resources } = await inside(() => findLost(store, gone));
  return [...idsOf(lessons), ...resources.map(({ lessonId }) => lessonId)];
}

async function findLost(store: PrivateStore, gone: DeletedIds): Promise<Lost> {
  const isNothing = gone.module.length + gone.lesson.length + gone.resource.length === 0;
  if (isNothing) return { modules: [], lessons: [], resources: [] };
  const modules = await store.modules.where('id').anyOf(gone.module).toArray();
  const courseIds = modules.map(({ courseId }) => courseId);
  const inModules = (await store.lessons.where('courseId').anyOf(courseIds).toArray()).filter(
    ({ moduleId }) => gone.module.includes(moduleId),
  );
  const lessons = [...(await store.lessons.where('id').anyOf(gone.lesson).toArray()), ...inModules];
  const lessonIds = idsOf(lessons);
  const around = [...new Set(lessons.map(({ courseId }) => courseId))];
  const inLessons = (await store.resources.where('courseId').anyOf(around).toArray()).filter(({ lessonId }) =>
    lessonIds.includes(lessonId),
  );
  const resources = [...(await store.resources.where('id').anyOf(gone.resource).toArray()), ...inLessons];
  return { modules, lessons, resources };
}

function idsOf(rows: readonly { readonly id: string }[]): string[] {
  return rows.map(({ id }) => id);
}
