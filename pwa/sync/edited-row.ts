import * as v from 'valibot';
import type { Command } from '#schema/commands.ts';
import { Course } from '#schema/course.ts';
import { AdminLesson, AdminModule, AdminResource } from '#schema/editor.ts';
import type { FieldValues } from '#schema/merge.ts';

type Kind<K extends Command['kind']> = Extract<Command, { kind: K }>;

/** Commands that change fields of a row that is there. */
export type EditCommand = Kind<'course.update' | 'module.update' | 'lesson.update' | 'lesson.setVideo'>;
export type DeleteCommand = Kind<'course.delete' | 'module.delete' | 'lesson.delete' | 'resource.delete'>;

export function isEdit(command: Command): command is EditCommand {
  return ['course.update', 'module.update', 'lesson.update', 'lesson.setVideo'].includes(command.kind);
}

export function isDeletion(command: Command): command is DeleteCommand {
  return ['course.delete', 'module.delete', 'lesson.delete', 'resource.delete'].includes(command.kind);
}

/** A row as the server has it: its version, and the fields that edits may change. */
export interface EditedRow {
  readonly version: number;
  readonly fields: FieldValues;
}

const CurrentCourse = v.omit(Course, ['modules']);
const CurrentModule = v.omit(AdminModule, ['lessons']);

/** What a refusal shows of the row of a command; null when it shows nothing of the kind. */
export function parseCurrent(command: Command, current: unknown): EditedRow | null {
  const { kind } = command;
  if (kind === 'course.update' || kind === 'course.delete')
    return parseRow(CurrentCourse, current, courseFields);
  if (kind === 'module.update' || kind === 'module.delete')
    return parseRow(CurrentModule, current, moduleFields);
  if (kind === 'resource.delete') return parseRow(AdminResource, current, () => ({}));
  const isOfLesson = kind === 'lesson.update' || kind === 'lesson.setVideo' || kind === 'lesson.delete';
  return isOfLesson ? parseRow(AdminLesson, current, lessonFields) : null;
}

function parseRow<Row extends { version: number }>(
  schema: v.GenericSchema<unknown, Row>,
  current: unknown,
  fieldsOf: (row: Row) => FieldValues,
): EditedRow | null {
  const parsed = v.safeParse(schema, current);
  return parsed.success ? { version: parsed.output.version, fields: fieldsOf(parsed.output) } : null;
}

function courseFields(row: v.InferOutput<typeof CurrentCourse>): FieldValues {
  const { title, description, instructor, thumbnail, previewContent, status } = row;
  return { title, description, instructor, thumbnail, previewContent, status };
}

function moduleFields({ title, description, position }: v.InferOutput<typeof CurrentModule>): FieldValues {
  return { title, description, position };
}

function lessonFields(row: AdminLesson): FieldValues {
  const { title, description, content, duration, type, videoUrl, position } = row;
  return { title, description, content, duration, type, videoUrl, position };
}
