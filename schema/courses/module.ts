import * as v from 'valibot';
import { moduleEntity } from '../entities/module-entity.ts';
import { Id } from '../id.ts';
import { Lesson, LessonOutline } from './lesson.ts';

/** The public fields of a module. */
export const ModuleOutline = v.object({
  id: Id,
  title: v.string(),
  description: v.string(),
  lessons: v.array(LessonOutline),
});
export type ModuleOutline = v.InferOutput<typeof ModuleOutline>;

/** `position` is a fractional key, `version` that of the row; both are absent in older stored copies. */
export const Module = v.object({
  id: Id,
  ...moduleEntity.fields,
  position: v.optional(v.string()),
  version: v.optional(v.number()),
  lessons: v.array(Lesson),
});
export type Module = v.InferOutput<typeof Module>;
