import * as v from 'valibot';
import { moduleEntity } from '../entities/module-entity.ts';
import { Id } from '../id.ts';
import { Lesson } from './lesson.ts';

/** `position` is a fractional key, `version` that of the row; both are absent in older stored copies. */
export const Module = v.object({
  id: Id,
  ...moduleEntity.fields,
  position: v.optional(v.string()),
  version: v.optional(v.number()),
  lessons: v.array(Lesson),
});
export type Module = v.InferOutput<typeof Module>;
