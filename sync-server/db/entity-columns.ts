import * as v from 'valibot';
import { LessonOutline, ModuleOutline } from '#schema/courses/outlines.ts';
import { CreateResourceInput } from '#schema/editor/editor.ts';
import { adminCourseFields, courseEntity } from '#schema/entities/course-entity.ts';
import { type FieldsOf, namesOf } from '#schema/entities/entity.ts';
import { type LessonRowFields, lessonRowFields } from '#schema/entities/lesson-entity.ts';
import { moduleEntity } from '#schema/entities/module-entity.ts';

/*
 * The columns of the rows that admins edit, derived from schema/entities: a new field needs a migration and no
 * change here.
 */
export type CourseFields = FieldsOf<typeof courseEntity>;
export const courseColumns = courseEntity.fieldNames;
/** Without the fields that only admins receive. */
export const publicCourseColumns = namesOf(v.omit(v.object(courseEntity.fields), adminCourseFields).entries);

export type ModuleFields = FieldsOf<typeof moduleEntity>;
export const moduleColumns = moduleEntity.fieldNames;

/** All fields of a lesson except its HTML, which has its own table. */
export type LessonFields = LessonRowFields & { moduleId: string };
export const lessonColumns = lessonRowFields;
/** Named, because PostgreSQL prepares no query of `*` (postgres/prepared-statements.ts). */
export const allLessonColumns = [...lessonColumns, ...(['id', 'videoFileId', 'version'] as const)] as const;

/** A resource is never edited: its fields are those of its creation. `url` is null for an uploaded file. */
const ResourceInput = v.omit(CreateResourceInput, ['id', 'position']);
export type ResourceFields = Omit<v.InferOutput<typeof ResourceInput>, 'url'> & { url: string | null };
export const resourceColumns = namesOf(ResourceInput.entries);
export const allResourceColumns = [
  ...resourceColumns,
  ...(['id', 'lessonId', 'position', 'fileId', 'version'] as const),
] as const;

/** The fields of a module and a lesson that visitors receive. */
export const moduleOutlineColumns = namesOf(v.omit(ModuleOutline, ['lessons']).entries);
export const lessonOutlineColumns = namesOf(LessonOutline.entries);

/** The columns with the name of their table, for a join. */
export function columnsOf<Table extends string, Name extends string>(table: Table, names: readonly Name[]) {
  return names.map((name): `${Table}.${Name}` => `${table}.${name}`);
}
