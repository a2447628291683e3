import * as v from 'valibot';
import { LessonOutline } from '#schema/courses/lesson.ts';
import { ModuleOutline } from '#schema/courses/module.ts';
import { CreateResourceInput } from '#schema/editor/editor.ts';
import { courseEntity } from '#schema/entities/course-entity.ts';
import { type FieldsOf, namesOf } from '#schema/entities/entity.ts';
import { type LessonRowFields, lessonRowFields } from '#schema/entities/lesson-entity.ts';
import { moduleEntity } from '#schema/entities/module-entity.ts';

/*
 * Which columns hold the fields of the rows that admins edit. The fields are those of schema/entities: a new
 * one needs a migration and nothing here.
 */
export type CourseFields = FieldsOf<typeof courseEntity>;
export const courseColumns = courseEntity.fieldNames;

export type ModuleFields = FieldsOf<typeof moduleEntity>;
export const moduleColumns = moduleEntity.fieldNames;

/** All fields of a lesson but its HTML, which has a table of its own. */
export type LessonFields = LessonRowFields;
export const lessonColumns = lessonRowFields;

/** A resource is never edited: its fields are what it is created with. Of a file of our own, `url` is null. */
const ResourceInput = v.omit(CreateResourceInput, ['id', 'position']);
export type ResourceFields = Omit<v.InferOutput<typeof ResourceInput>, 'url'> & { url: string | null };
export const resourceColumns = namesOf(ResourceInput.entries);

/** What visitors get of a module and of a lesson. */
export const moduleOutlineColumns = namesOf(v.omit(ModuleOutline, ['lessons']).entries);
export const lessonOutlineColumns = namesOf(LessonOutline.entries);

/** The columns as a join names them. */
export function columnsOf<Table extends string, Name extends string>(table: Table, names: readonly Name[]) {
  return names.map((name): `${Table}.${Name}` => `${table}.${name}`);
}
