import * as v from 'valibot';
import { Id } from '../id.ts';
import { LessonType } from './lesson-type.ts';

/** The public fields of a lesson; `duration` is in whole minutes. */
export const LessonOutline = v.object({
  id: Id,
  title: v.string(),
  description: v.string(),
  duration: v.pipe(v.number(), v.integer(), v.minValue(0)),
  type: LessonType,
});
export type LessonOutline = v.InferOutput<typeof LessonOutline>;

/** The public fields of a module. */
export const ModuleOutline = v.object({
  id: Id,
  title: v.string(),
  description: v.string(),
  lessons: v.array(LessonOutline),
});
export type ModuleOutline = v.InferOutput<typeof ModuleOutline>;
