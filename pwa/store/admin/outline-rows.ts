import { byPosition } from '#schema/courses/position.ts';
import type { PulledLesson, PulledModule, PulledResource } from '#schema/sync/pulled-rows.ts';
import type {
  AdminCourseRow,
  AdminLessonOutline,
  AdminModuleOutline,
  AdminOrphan,
} from '../database/admin-rows.ts';

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
export function splitOutline(row: AdminCourseRow | undefined, orphans: readonly AdminOrphan[]): OutlineRows {
  const rows: OutlineRows = {
    course: undefined,
    modules: new Map(),
    lessons: new Map(),
    resources: new Map(),
  };
  for (const orphan of orphans) {
    if (orphan.kind === 'module') rows.modules.set(orphan.data.id, orphan.data);
    if (orphan.kind === 'lesson') rows.lessons.set(orphan.data.id, orphan.data);
    if (orphan.kind === 'resource') rows.resources.set(orphan.data.id, orphan.data);
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
  readonly orphans: AdminOrphan[];
} {
  const { course } = rows;
  const hasModule = ({ moduleId }: OutlineLesson) => course !== undefined && rows.modules.has(moduleId);
  const isOrphan = (resource: PulledResource) => {
    const lesson = rows.lessons.get(resource.lessonId);
    return lesson === undefined || !hasModule(lesson);
  };
  const orphans: AdminOrphan[] = [
    ...(course === undefined
      ? valuesOf(rows.modules).map((data) => ({ kind: 'module' as const, data }))
      : []),
    ...valuesOf(rows.lessons)
      .filter((lesson) => !hasModule(lesson))
      .map((data) => ({ kind: 'lesson' as const, data })),
    ...valuesOf(rows.resources)
      .filter(isOrphan)
      .map((data) => ({ kind: 'resource' as const, data })),
  ];
  if (course === undefined) return { row: undefined, orphans };
  return { row: { ...course, modules: modulesOf(rows) }, orphans };
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
