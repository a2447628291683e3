import type { AdminCourse, AdminLesson, AdminModule, AdminResource } from '#schema/editor.ts';
import { byPosition } from '#schema/position.ts';
import type { FileAddress } from '../courses/assemble-course.ts';
import type { CourseRow, ModuleRow } from '../db/tables.ts';
import type { AdminLessonRow, AdminResourceRow } from './admin-rows-queries.ts';

/** A resource as admins get it. */
function assembleResource(row: AdminResourceRow, addressOf: FileAddress): AdminResource {
  const { id, type, title, version, position, sizeBytes, contentType } = row;
  const url = row.fileId === null ? (row.url ?? '') : addressOf(row.fileId);
  return { id, type, title, url, sizeBytes, contentType, version, position };
}

/** A lesson with those of the resources that are its own. */
export function assembleLesson(
  row: AdminLessonRow,
  resources: readonly AdminResourceRow[],
  addressOf: FileAddress,
): AdminLesson {
  const { id, title, description, duration, type, version, position, videoSizeBytes } = row;
  return {
    id,
    title,
    description,
    duration,
    type,
    content: row.content ?? '',
    videoUrl: row.videoFileId === null ? row.videoUrl : addressOf(row.videoFileId),
    videoSizeBytes,
    version,
    position,
    resources: resources
      .filter((resource) => resource.lessonId === id)
      .sort(byPosition)
      .map((resource) => assembleResource(resource, addressOf)),
  };
}

/** A module with the lessons that it is given. */
export function assembleModule(row: ModuleRow, lessons: readonly AdminLesson[]): AdminModule {
  const { id, title, description, version, position } = row;
  return { id, title, description, version, position, lessons: [...lessons].sort(byPosition) };
}

/** A course's own fields; what is in it, its learners and its codes are added by whoever read them. */
export function assembleOwnCourse(row: CourseRow): AdminCourse {
  const { id, title, description, instructor, thumbnail, previewContent, status } = row;
  const { version, createdAt, updatedAt } = row;
  return {
    ...{ id, title, description, instructor, thumbnail, previewContent, status },
    ...{ version, createdAt, updatedAt },
    enrollmentCount: 0,
    modules: [],
    activationCodes: [],
    codeStats: { total: 0, unused: 0, used: 0 },
  };
}
