import { byPosition } from '#schema/position.ts';
import type { PulledLesson, PulledModule, PulledResource } from '#schema/pull.ts';
import type { AdminCourseRow, AdminLessonOutline, AdminModuleOutline, AdminStray } from './admin-rows.ts';

type OutlineLesson = Omit<PulledLesson, 'content'>;

/** A course as separate rows, by id: the form of pulls, from which an outline is built. */
export interface OutlineRows {
  /** Undefined while the course itself has not arrived. */
  course: Omit<AdminCourseRow, 'modules'> | undefined;
  readonly modules: Map<string, PulledModule>;
  readonly lessons: Map<string, OutlineLesson>;
  readonly resources: Map<string, PulledResource>;
}

/** Splits an outline into rows, and adds the course's orphans. */
export function takeOutlineApart(
  row: AdminCourseRow | undefined,
  strays: readonly AdminStray[],
): OutlineRows {
  const rows: OutlineRows = {
    course: undefined,
    modules: new Map(),
    lessons: new Map(),
    resources: new Map(),
  };
  for (const stray of strays) {
    if (stray.kind === 'module') rows.modules.set(stray.data.id, stray.data);
    if (stray.kind === 'lesson') rows.lessons.set(stray.data.id, stray.data);
    if (stray.kind === 'resource') rows.resources.set(stray.data.id, stray.data);
  }
  if (row === undefined) return rows;
  const { modules, ...course } = row;
  const courseId = row.id;
  rows.course = course;
  for (const { lessons, ...module } of modules) {
    rows.modules.set(module.id, { ...module, courseId });
    for (const { resources, ...lesson } of lessons) {
      rows.lessons.set(lesson.id, { ...lesson, courseId, moduleId: module.id });
      for (const resource of resources) {
        rows.resources.set(resource.id, { ...resource, courseId, lessonId: lesson.id });
      }
    }
  }
  return rows;
}

/** Builds an outline from rows; rows without a parent are returned as orphans. */
export function assembleOutline(rows: OutlineRows): {
  readonly row: AdminCourseRow | undefined;
  readonly strays: AdminStray[];
} {
  const { course } = rows;
  const hasModule = ({ moduleId }: OutlineLesson) => course !== undefined && rows.modules.has(moduleId);
  const homeless = (resource: PulledResource) => {
    const lesson = rows.lessons.get(resource.lessonId);
    return lesson === undefined || !hasModule(lesson);
  };
  const strays: AdminStray[] = [
    ...(course === undefined
      ? valuesOf(rows.modules).map((data) => ({ kind: 'module' as const, data }))
      : []),
    ...valuesOf(rows.lessons)
      .filter((lesson) => !hasModule(lesson))
      .map((data) => ({ kind: 'lesson' as const, data })),
    ...valuesOf(rows.resources)
      .filter(homeless)
      .map((data) => ({ kind: 'resource' as const, data })),
  ];
  if (course === undefined) return { row: undefined, strays };
  return { row: { ...course, modules: modulesOf(rows) }, strays };
}

function modulesOf(rows: OutlineRows): AdminModuleOutline[] {
  const resources = groupBy(valuesOf(rows.resources), ({ lessonId }) => lessonId);
  const lessons = groupBy(valuesOf(rows.lessons), ({ moduleId }) => moduleId);
  const lessonOf = ({ courseId: _, moduleId: __, ...lesson }: OutlineLesson): AdminLessonOutline => ({
    ...lesson,
    resources: (resources.get(lesson.id) ?? [])
      .sort(byPosition)
      .map(({ courseId: ___, lessonId: ____, ...resource }) => resource),
  });
  return valuesOf(rows.modules)
    .sort(byPosition)
    .map(({ courseId: _, ...module }) => ({
      ...module,
      lessons: (lessons.get(module.id) ?? []).sort(byPosition).map(lessonOf),
    }));
}

function groupBy<T>(rows: readonly T[], keyOf: (row: T) => string): Map<string, T[]> {
  const groups = new Map<string, T[]>();
  for (const row of rows) {
    const group = groups.get(keyOf(row));
    if (group === undefined) groups.set(keyOf(row), [row]);
    else group.push(row);
  }
  return groups;
}

function valuesOf<T>(rows: ReadonlyMap<string, T>): T[] {
  return [...rows.values()];
}
