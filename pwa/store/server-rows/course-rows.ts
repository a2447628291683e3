import type { Module } from '#schema/courses/module.ts';
import type { PartRows } from './part-rows.ts';

/** Splits a course that came whole into the rows in which a pull brings it. */
export function rowsOfCourse(
  courseId: string,
  modules: readonly Module[],
): Pick<PartRows, 'module' | 'lesson' | 'resource'> {
  const lessons = modules.flatMap(({ id: moduleId, lessons: own }) => placed(own, { courseId, moduleId }));
  return {
    module: placed(modules, { courseId }).map(({ lessons: _, ...module }) => module),
    lesson: lessons.map(({ resources: _, ...lesson }) => lesson),
    resource: lessons.flatMap(({ id: lessonId, resources }) => placed(resources, { courseId, lessonId })),
  };
}

interface Placed {
  readonly position?: string | undefined;
  readonly version?: number | undefined;
}

/** In a reply without positions, rows are in order. */
const placed = <Row extends Placed, Parent>(rows: readonly Row[], parent: Parent) =>
  rows.map((row, place) => ({
    ...row,
    ...parent,
    position: row.position ?? String(place),
    version: row.version ?? 0,
  }));
