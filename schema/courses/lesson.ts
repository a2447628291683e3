import * as v from 'valibot';
import { lessonEntity } from '../entities/lesson-entity.ts';
import { Id } from '../id.ts';
import { LessonType } from './lesson-type.ts';
import { Resource } from './resource.ts';

/** The public fields of a lesson; `duration` is in whole minutes. */
export const LessonOutline = v.object({
  id: Id,
  title: v.string(),
  description: v.string(),
  duration: v.pipe(v.number(), v.integer(), v.minValue(0)),
  type: LessonType,
});
export type LessonOutline = v.InferOutput<typeof LessonOutline>;

/** The module contains the lesson. */
const { moduleId: _, ...fields } = lessonEntity.fields;

/**
 * A lesson as its learners receive it, with all fields of its entity. `content` is sanitised HTML. `videoUrl` is an external URL, or a
 * signed path below /media (then `videoSizeBytes` is known), or null.
 */
export const Lesson = v.object({
  ...fields,
  ...LessonOutline.entries,
  videoSizeBytes: v.nullable(v.number()),
  position: v.optional(v.string()),
  version: v.optional(v.number()),
  resources: v.array(Resource),
});
export type Lesson = v.InferOutput<typeof Lesson>;
