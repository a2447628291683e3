import { byPosition } from '#schema/courses/position.ts';
import type { AdminCourse, AdminLesson, AdminModule, AdminResource } from '#schema/editor/editor.ts';
import {
  courseFieldsOf,
  type FileAddress,
  lessonFieldsOf,
  moduleFieldsOf,
  resourceFieldsOf,
} from '#sync-server/db/row-fields.ts';
import type { CourseRow, ModuleRow } from '#sync-server/db/tables.ts';
import type { AdminLessonRow, AdminResourceRow } from './admin-rows-queries.ts';

/** A resource as shown to admins. */
function assembleResource(row: AdminResourceRow, addressOf: FileAddress): AdminResource {
  const { id, version, position, sizeBytes, contentType } = row;
  return { ...{ id, version, position, sizeBytes, contentType }, ...resourceFieldsOf(row, addressOf) };
}

/** A lesson with its own resources, selected from the given ones. */
export function assembleLesson(
  row: AdminLessonRow,
  resources: readonly AdminResourceRow[],
  addressOf: FileAddress,
): AdminLesson {
  const { id, version, videoSizeBytes } = row;
  return {
    ...{ id, version, videoSizeBytes },
    ...lessonFieldsOf(row, addressOf),
    resources: resources
      .filter((resource) => resource.lessonId === id)
      .sort(byPosition)
      .map((resource) => assembleResource(resource, addressOf)),
  };
}

/** A lesson as listed in its module, which says where it is. */
export function insideModule({ moduleId: _, ...lesson }: AdminLesson): AdminLesson {
  return lesson;
}

/** A module with the given lessons. */
export function assembleModule(row: ModuleRow, lessons: readonly AdminLesson[]): AdminModule {
  return { ...moduleFieldsOf(row), lessons: lessons.map(insideModule).sort(byPosition) };
}

/** A course's own fields; the caller adds its content, learners and codes. */
export function assembleOwnCourse(row: CourseRow): AdminCourse {
  return {
    ...courseFieldsOf(row),
    enrollmentCount: 0,
    modules: [],
    activationCodes: [],
    codeStats: { total: 0, unused: 0, used: 0 },
  };
}
