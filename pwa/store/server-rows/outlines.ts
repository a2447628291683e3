import { byPosition } from '#schema/courses/position.ts';
import type { AdminLessonOutline, AdminModuleOutline } from '../database/admin-rows.ts';
import type { Reader } from '../database/private-store.ts';
import type { ReadTable } from '../database/read-table.ts';
import { completeLessonRow, type LessonRow, type ModuleRow, type ResourceRow } from '../database/rows.ts';

/*
 * Courses with their modules, lessons and resources, built from rows when they are read. Lessons' HTML is read separately.
 */

interface OutlineRows {
  readonly modules: readonly ModuleRow[];
  readonly lessons: readonly LessonRow[];
  readonly resources: readonly ResourceRow[];
}

/** Returns the rows of these courses; with null, those of all courses. */
export async function readRows<Row>(
  table: ReadTable<Row, string>,
  courseIds: readonly string[] | null,
): Promise<Row[]> {
  if (courseIds === null) return table.toArray();
  return (await Promise.all(courseIds.map((courseId) => table.where({ courseId }).toArray()))).flat();
}

/** As {@link readRows}, what {@link assembleOutlines} needs. */
export async function readOutlineRows(
  { modules, lessons, resources }: Reader,
  courseIds: readonly string[] | null,
): Promise<OutlineRows> {
  const rows = await Promise.all([
    readRows(modules, courseIds),
    readRows(lessons, courseIds),
    readRows(resources, courseIds),
  ]);
  return { modules: rows[0], lessons: rows[1], resources: rows[2] };
}

/** Adds to courses what is in them, in order. A row whose parent has not arrived yet is not shown. */
export function assembleOutlines<Course extends { readonly id: string }>(
  courses: readonly Course[],
  rows: OutlineRows,
): (Course & { modules: AdminModuleOutline[] })[] {
  const modules = groupInOrder(rows.modules, ({ courseId }) => courseId);
  const lessons = groupInOrder(rows.lessons, ({ moduleId }) => moduleId);
  const resources = groupInOrder(rows.resources, ({ lessonId }) => lessonId);
  const lessonOf = (row: LessonRow): AdminLessonOutline => {
    const { courseId: _, moduleId: __, v: ___, ...lesson } = completeLessonRow(row);
    return { ...lesson, resources: (resources.get(row.id) ?? []).map(resourceOf) };
  };
  const moduleOf = ({ courseId: _, v: __, ...module }: ModuleRow) => ({
    ...module,
    lessons: (lessons.get(module.id) ?? []).map(lessonOf),
  });
  return courses.map((course) => ({ ...course, modules: (modules.get(course.id) ?? []).map(moduleOf) }));
}

const resourceOf = ({ courseId: _, lessonId: __, v: ___, ...resource }: ResourceRow) => resource;

function groupInOrder<Row extends { readonly id: string; readonly position: string }>(
  rows: readonly Row[],
  parentOf: (row: Row) => string,
): Map<string, Row[]> {
  const groups = new Map<string, Row[]>();
  for (const row of rows) {
    const group = groups.get(parentOf(row));
    if (group === undefined) groups.set(parentOf(row), [row]);
    else group.push(row);
  }
  for (const group of groups.values()) group.sort(byPosition);
  return groups;
}
