import { pick } from '#schema/entities/by-name.ts';
import {
  courseColumns,
  type LessonFields,
  lessonColumns,
  moduleColumns,
  publicCourseColumns,
  type ResourceFields,
  resourceColumns,
} from './entity-columns.ts';
import type { CourseRow, ModuleRow } from './tables.ts';

/** Returns the address of an uploaded file. */
export type FileAddress = (fileId: string) => string;

/** A course's own fields. */
export const courseFieldsOf = (row: CourseRow) =>
  pick(row, ['id', ...courseColumns, 'version', 'createdAt', 'updatedAt']);

/** Those of them that visitors and learners receive. */
export const publicCourseFieldsOf = (row: CourseRow) =>
  pick(row, ['id', ...publicCourseColumns, 'version', 'createdAt', 'updatedAt']);

/** A module's own fields. */
export const moduleFieldsOf = (row: ModuleRow) => pick(row, ['id', ...moduleColumns, 'version']);

type StoredLesson = LessonFields & { readonly videoFileId: string | null; readonly content: string | null };

/** The editable fields of a lesson; `addressOf` returns the address of an uploaded video. */
export function lessonFieldsOf(row: StoredLesson, addressOf: FileAddress) {
  return {
    ...pick(row, lessonColumns),
    content: row.content ?? '',
    videoUrl: row.videoFileId === null ? row.videoUrl : addressOf(row.videoFileId),
  };
}

type StoredResource = ResourceFields & { readonly fileId: string | null };

/** The fields of a resource; `addressOf` returns the address of an uploaded file. */
export function resourceFieldsOf(row: StoredResource, addressOf: FileAddress) {
  return {
    ...pick(row, resourceColumns),
    url: row.fileId === null ? (row.url ?? '') : addressOf(row.fileId),
  };
}
