import type { ReadTx, Tx } from '../database/private-store.ts';
import type { LessonRow, ModuleRow, ResourceRow } from '../database/rows.ts';
import { forgetCourseUpdate } from './course-updates.ts';
import { removeOfflineParts } from './pull-parts.ts';
import { offlineTables } from './put-offline-course.ts';
import { noteRemovedCourse } from './removed-courses.ts';
import { forgetSharedFiles } from './shared-files.ts';

/*
 * Removes rows from a learner's offline courses. For use inside a transaction over the offline tables and the
 * state.
 */

/** Removes a course from the device, and stores a notice about it. */
export async function removeOfflineCourse(tx: Tx, courseId: string): Promise<void> {
  const { courses: _, ...parts } = offlineTables(tx);
  const row = await tx.courses.get(courseId);
  await tx.courses.delete(courseId);
  for (const { name } of Object.values(parts)) await tx.table(name).where({ courseId }).delete();
  await removeOfflineParts(tx, courseId);
  await forgetCourseUpdate(tx, courseId);
  await forgetSharedFiles(tx, courseId);
  if (row !== undefined) await noteRemovedCourse(tx, { courseId, title: row.title });
}

/** Ids of deleted rows. */
export type DeletedIds = Readonly<Record<'module' | 'lesson' | 'resource', readonly string[]>>;

interface Lost {
  readonly modules: readonly ModuleRow[];
  readonly lessons: readonly LessonRow[];
  readonly resources: readonly ResourceRow[];
}

/** Removes rows with their contents; returns the courses that lost any. */
export async function removeRows(tx: Tx, gone: DeletedIds): Promise<string[]> {
  const lost = await findLost(tx, gone);
  const lessonIds = idsOf(lost.lessons);
  await tx.modules.bulkDelete(idsOf(lost.modules));
  await tx.lessons.bulkDelete(lessonIds);
  await tx.lessonContents.bulkDelete(lessonIds);
  await tx.resources.bulkDelete(idsOf(lost.resources));
  return [...lost.modules, ...lost.lessons, ...lost.resources].map(({ courseId }) => courseId);
}

/** Returns the lessons that {@link removeRows} would remove or change. */
export async function listAffectedLessons(tx: ReadTx, gone: DeletedIds): Promise<string[]> {
  const { lessons, resources } = await findLost(tx, gone);
  return [...idsOf(lessons), ...resources.map(({ lessonId }) => lessonId)];
}

async function findLost(tx: ReadTx, gone: DeletedIds): Promise<Lost> {
  const isNothing = gone.module.length + gone.lesson.length + gone.resource.length === 0;
  if (isNothing) return { modules: [], lessons: [], resources: [] };
  const modules = await tx.modules.where('id').anyOf(gone.module).toArray();
  const courseIds = modules.map(({ courseId }) => courseId);
  const inModules = (await tx.lessons.where('courseId').anyOf(courseIds).toArray()).filter(({ moduleId }) =>
    gone.module.includes(moduleId),
  );
  const lessons = [...(await tx.lessons.where('id').anyOf(gone.lesson).toArray()), ...inModules];
  const lessonIds = idsOf(lessons);
  const around = [...new Set(lessons.map(({ courseId }) => courseId))];
  const inLessons = (await tx.resources.where('courseId').anyOf(around).toArray()).filter(({ lessonId }) =>
    lessonIds.includes(lessonId),
  );
  const resources = [...(await tx.resources.where('id').anyOf(gone.resource).toArray()), ...inLessons];
  return { modules, lessons, resources };
}

function idsOf(rows: readonly { readonly id: string }[]): string[] {
  return rows.map(({ id }) => id);
}
